import { ApiError } from '@loquat/client'
import { keepAppearance } from './appearance.ts'
import { followFeeds } from './feeds.ts'
import { keepNotifying } from './notify.ts'
import { keepPresence } from './presence.ts'
import { keepReading } from './reading.ts'
import { keepWriting } from './keep-writing.ts'
import { followAddress } from './router.ts'
import { followSearch } from './search-field.ts'
import { org, startSession } from './session.ts'
import { followTopics } from './topics.ts'
import { followTyping } from './typing.ts'
import { followVisits } from './visits.ts'

let starting: Promise<'ready' | 'login'> | undefined

/** Everything that happens before the first view, once. Without a session the reader is sent to log in. */
export const start = () => {
  starting ??= begin()
  return starting
}

async function begin(): Promise<'ready' | 'login'> {
  try {
    await startSession()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    const here = location.pathname + location.search + location.hash
    location.replace(here === '/' ? '/login' : `/login?next=${encodeURIComponent(here)}`)
    return 'login'
  }
  followFeeds()
  followTopics()
  followTyping()
  followAddress()
  followVisits()
  followSearch()
  keepAppearance()
  keepReading()
  if (org().user_id !== undefined) {
    keepPresence()
    keepNotifying()
    void keepWriting()
  }
  return 'ready'
}
