import type { Db } from '../../../db/database.ts'
import { loadPresences, type StoredPresence } from './store.ts'

const day = 86_400_000
const usualDays = 14
const mostDays = 36_500

/** Whoever was here since then is listed, if nothing else is said. */
export const usuallySince = (now: number) => new Date(now - usualDays * day)

export interface PresenceRequest {
  /** What the client has already; nothing so far where it is absent or below 1. */
  lastUpdateId: number | undefined
  historyLimitDays: number | undefined
}

/** How far back is looked is limited for those who have nothing yet. */
export async function fetchPresences(
  db: Db,
  realmId: number,
  { lastUpdateId, historyLimitDays = usualDays }: PresenceRequest,
  now: number,
): Promise<StoredPresence[]> {
  if (lastUpdateId !== undefined && lastUpdateId > 0) {
    return await loadPresences(db, realmId, { after: lastUpdateId })
  }
  if (historyLimitDays <= 0) return []
  return await loadPresences(db, realmId, { since: daysBefore(now, historyLimitDays) })
}

/** How far back is looked for those who have nothing yet. */
export const daysBefore = (now: number, days = usualDays) =>
  new Date(now - Math.max(0, Math.min(days, mostDays)) * day)
