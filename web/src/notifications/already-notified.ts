import { ownStorage } from '../device/shared-computer.ts'
import { numbersOf } from '../lib/json.ts'
import { parseJson } from '../lib/parse.ts'

const storageKey = 'told'
const maxIds = 100

/** Whether a tab of this browser notified about a message, also before a reload: events can be repeated. */
export function wasNotified(id: number): boolean {
  return stored().includes(id)
}

export function markNotified(id: number): void {
  const ids = stored()
  if (!ids.includes(id)) ownStorage().setItem(storageKey, JSON.stringify([...ids, id].slice(-maxIds)))
}

const stored = (): number[] => numbersOf(parseJson(ownStorage().getItem(storageKey)))

/** Messages that were read or deleted before a notification, as when catching up. */
const obsolete = new Set<number>()
let obsoleteUpTo = 0

export function markObsolete(ids: readonly number[] | undefined, newest: number): void {
  if (ids === undefined) obsoleteUpTo = Math.max(obsoleteUpTo, newest)
  else for (const id of ids) obsolete.add(id)
  if (obsolete.size > 10_000) obsolete.clear()
}

export const isObsolete = (id: number): boolean => id <= obsoleteUpTo || obsolete.has(id)
