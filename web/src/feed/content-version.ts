import { create } from 'zustand'
import { peopleById } from '../people/people.ts'
import { useSession } from '../session/session.ts'
import { clearContentCache } from './content.ts'

/** Incremented when content must be rendered again: names, time format or playgrounds changed. */
export const useContentVersion = create<{ version: number }>(() => ({ version: 0 }))

let seen: readonly unknown[] = []
useSession.subscribe(({ org }) => {
  const now = [peopleById(org), org.realm_playgrounds, org.user_settings?.twenty_four_hour_time]
  const isSame = now.every((part, index) => part === seen[index])
  const isFirst = seen.length === 0
  seen = now
  if (isSame || isFirst) return
  clearContentCache()
  useContentVersion.setState(({ version }) => ({ version: version + 1 }))
})
