import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

/** Whether a delivery with this key was posted. */
export async function wasReceived(db: Db, key: string): Promise<boolean> {
  const row = await db.selectFrom('received_email').select('key').where('key', '=', key).executeTakeFirst()
  return row !== undefined
}

/** Records a delivery. False if it was recorded before. */
export async function insertReceived(tx: Tx, key: string, receivedAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('received_email')
    .values({ key, realm_id: tx.realmId, received_at: receivedAt })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteReceivedBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('received_email').where('received_at', '<', time).execute()
}
