import type { Db } from '../../../db/database.ts'
import { type ListedPresence, listPresenceRows } from './store.ts'

const dayMs = 86_400_000
const defaultHistoryDays = 14
const maxHistoryDays = 36_500

/** Default start of the presence list. */
export const defaultHistoryStart = (now: number) => new Date(now - defaultHistoryDays * dayMs)

/** Presences for clients without earlier ones. */
export async function fetchPresences(
  db: Db,
  realmId: number,
  historyLimitDays: number | undefined = defaultHistoryDays,
  now: number,
): Promise<ListedPresence[]> {
  if (historyLimitDays <= 0) return []
  return await listPresenceRows(db, realmId, { since: historyStart(now, historyLimitDays) })
}

/** Start of the history for clients without earlier data. */
export const historyStart = (now: number, days = defaultHistoryDays) =>
  new Date(now - Math.max(0, Math.min(days, maxHistoryDays)) * dayMs)
