import type { Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { ReplyAddressTable } from '../../../db/tables/inbound-email.ts'
import type { Tx } from '../../../events/transaction.ts'

export type ReplyAddress = Selectable<ReplyAddressTable>

export async function insertReplyAddress(
  tx: Tx,
  row: Pick<ReplyAddress, 'user_id' | 'message_id' | 'expires_at'>,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('reply_address')
    .values({ realm_id: tx.realmId, ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findReplyAddress(db: Db, id: number): Promise<ReplyAddress | undefined> {
  return await db.selectFrom('reply_address').selectAll().where('id', '=', id).executeTakeFirst()
}

/** False if it was used before. */
export async function useReplyAddress(tx: Tx, id: number, usedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('reply_address')
    .set({ used_at: usedAt })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteExpiredReplyAddresses(db: Db, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('reply_address').where('expires_at', '<', expiredBefore).execute()
}
