import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../db/database.ts'
import { findLogEpoch, restartLog, saveLogEpoch } from './log-epoch-store.ts'
import type { LoggedEvent } from './logged-event.ts'

/** Restarts a log that was last used on another database history: its end may be missing without any trace here. */
export async function ensureWholeLog(database: Database, realmId: number): Promise<void> {
  const known = await findLogEpoch(database.followDb, realmId)
  const current = database.epoch()
  if (known === current) return
  if (known === undefined) await saveLogEpoch(database.db, realmId, current)
  else await restartLog(database.db, realmId, current, 0)
}

/** Whether an event that was read is the one that this process has seen. */
export const isSameEvent = (read: LoggedEvent | undefined, seen: LoggedEvent): boolean =>
  read?.seq === seen.seq && isDeepStrictEqual(asStored(read), asStored(seen))

/** An event in the form it has when read from the database. */
const asStored = ({ body, audience }: LoggedEvent) => JSON.parse(JSON.stringify({ body, audience }))
