import type { Db } from '../../../db/database.ts'
import { loadPresences, type StoredPresence } from './store.ts'

const dayMs = 86_400_000
const defaultHistoryDays = 14
const maxHistoryDays = 36_500

/** Default start of the presence list. */
export const defaultHistoryStart = (now: number) => new Date(now - defaultHistoryDays * dayMs)

export interface PresenceRequest {
  /** The last update the client has; absent or below 1 means none. */
  lastUpdateId: number | undefined
  historyLimitDays: number | undefined
}

/** `historyLimitDays` applies only to clients without earlier data. */
export async function fetchPresences(
  db: Db,
  realmId: number,
  { lastUpdateId, historyLimitDays = defaultHistoryDays }: PresenceRequest,
  now: number,
): Promise<StoredPresence[]> {
  if (lastUpdateId !== undefined && lastUpdateId > 0) {
    return await loadPresences(db, realmId, { after: lastUpdateId })
  }
  if (historyLimitDays <= 0) return []
  return await loadPresences(db, realmId, { since: historyStart(now, historyLimitDays) })
}

/** Start of the history for clients without earlier data. */
export const historyStart = (now: number, days = defaultHistoryDays) =>
  new Date(now - Math.max(0, Math.min(days, maxHistoryDays)) * dayMs)
