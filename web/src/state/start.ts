import { ApiError } from '@loquat/client'
import { startAnimatedImages } from './animated-images.ts'
import { lookOnly } from './api.ts'
import { keepAppearance } from './appearance.ts'
import { startChannelLinks } from './channel-links.ts'
import { keepClock } from './clock.ts'
import { startEmojiFont } from './emoji-font.ts'
import { followFeeds } from './feeds.ts'
import { beginFirstRun } from './first-run.ts'
import { followMoves } from './follow-moves.ts'
import { forgetEnded } from './forget-device.ts'
import { keepWriting } from './keep-writing.ts'
import { keepFeeds } from './kept-feeds.ts'
import { keepLooking } from './look.ts'
import { followLostChannel } from './lost-channel.ts'
import { isMember, loginAddress } from './member.ts'
import { followVersion } from './new-version.ts'
import { keepNotifying } from './notify.ts'
import { startOwnerSetup } from './owner-setup.ts'
import { keepPresence } from './presence.ts'
import { isPushPossible } from './push-possible.ts'
import { keepReading } from './reading.ts'
import { followAddress } from './router.ts'
import { startSession } from './session.ts'
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
    await forgetEnded().catch(() => {})
    return toLogin()
  }
  // Who opens the first page without being logged in most likely wants to log in.
  if (!isMember() && isFirstPage()) return toLogin()
  if (isMember()) {
    beginFirstRun()
    startOwnerSetup()
  } else lookOnly()
  // Something is to be written: what another app handed over, or nothing yet. The address is put into its usual form below.
  const toWrite = new URLSearchParams(location.search).get('write')
  followMoves()
  followFeeds()
  followTopics()
  followTyping()
  // Before the router's own listener, which leaves handled clicks alone.
  startChannelLinks()
  followAddress()
  followVersion()
  followVisits()
  keepAppearance()
  startAnimatedImages()
  startEmojiFont()
  keepClock()
  if (isMember()) {
    followLostChannel()
    keepReading()
    keepFeeds()
    keepPresence()
    keepNotifying()
    void keepWriting().then(async () => {
      if (toWrite !== null) (await import('./shared.ts')).writeShared(toWrite)
    })
    if (isPushPossible()) void import('./push.ts').then(({ keepPush }) => keepPush()).catch(() => {})
  } else keepLooking()
  return 'ready'
}

const isFirstPage = () => location.pathname + location.search + location.hash === '/'

function toLogin(): 'login' {
  location.replace(isFirstPage() ? '/login' : loginAddress())
  return 'login'
}
