import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Epoch } from '../db/session.ts'
import { lockLog } from './store.ts'

/**
 * Positions skipped when a log is restarted. Clients and processes may have seen positions that the database has
 * lost; these must not be reused.
 */
const skippedPositions = 1_000_000

/** The epoch in which the log was last known to be complete. */
export async function findLogEpoch(db: Db, realmId: number): Promise<Epoch | undefined> {
  const row = await db
    .selectFrom('log_epoch')
    .select('epoch')
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
  return row?.epoch
}

export async function saveLogEpoch(db: Db, realmId: number, epoch: Epoch): Promise<void> {
  await db
    .insertInto('log_epoch')
    .values({ realm_id: realmId, epoch })
    .onConflict((conflict) => conflict.column('realm_id').doUpdateSet({ epoch }))
    .execute()
}

/**
 * Restarts a log whose end may be lost, at positions that nobody can have seen, and deletes its queues, whose clients
 * must register again. Does nothing if another process has done it.
 */
export async function restartLog(db: Db, realmId: number, epoch: Epoch, lastSeen: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const position = await lockLog(transaction, realmId)
    const isDone = (await findLogEpoch(transaction, realmId)) === epoch && position > lastSeen
    if (isDone) return
    await transaction
      .updateTable('realm_log')
      .set({ last_seq: sql<number>`greatest(last_seq, ${lastSeen}::bigint) + ${skippedPositions}::bigint` })
      .where('realm_id', '=', realmId)
      .execute()
    await transaction.deleteFrom('event_queue').where('realm_id', '=', realmId).execute()
    await saveLogEpoch(transaction, realmId, epoch)
  })
}
