import { ownStorage } from '../device/shared-computer.ts'
import { numbersOf } from '../lib/json.ts'
import { parseJson } from '../lib/parse.ts'

/** Separate, because one tab can show a notification while only another may play its sound. */
const storageKeys = { shown: 'told', heard: 'heard' } as const
type NotifiedBy = keyof typeof storageKeys
const maxIds = 100

/** Whether a tab of this browser notified about a message, also before a reload: events can be repeated. */
export const wasNotified = (id: number, by: NotifiedBy): boolean => stored(by).includes(id)

export function markNotified(id: number, by: NotifiedBy): void {
  const ids = stored(by)
  if (!ids.includes(id)) ownStorage().setItem(storageKeys[by], JSON.stringify([...ids, id].slice(-maxIds)))
}

const stored = (by: NotifiedBy): number[] => numbersOf(parseJson(ownStorage().getItem(storageKeys[by])))

/** Messages that were read or deleted before a notification, as when catching up. */
const obsolete = new Set<number>()
let obsoleteUpTo = 0

export function markObsolete(ids: readonly number[] | undefined, newest: number): void {
  if (ids === undefined) obsoleteUpTo = Math.max(obsoleteUpTo, newest)
  else for (const id of ids) obsolete.add(id)
  if (obsolete.size > 10_000) obsolete.clear()
}

export const isObsolete = (id: number): boolean => id <= obsoleteUpTo || obsolete.has(id)
