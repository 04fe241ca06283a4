import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import { changeSpace } from './store.ts'

/**
 * Locks the organization's upload space until the transaction ends, and returns the number of bytes used,
 * declared by resumable uploads, or reserved by uploads in progress. A transaction that also needs the log
 * lock must take that first.
 */
export async function lockSpace(tx: Tx, now: Date): Promise<number> {
  const used = await changeSpace(tx, 0)
  await tx.db
    .deleteFrom('upload_reservation')
    .where('realm_id', '=', tx.realmId)
    .where('expires_at', '<', now)
    .execute()
  const { rows } = await sql<{ bytes: number }>`
    select (
      coalesce((select sum(size) from resumable_upload where realm_id = ${tx.realmId}), 0) +
      coalesce((select sum(bytes) from upload_reservation where realm_id = ${tx.realmId}), 0)
    )::bigint as bytes`.execute(tx.db)
  return used + (rows[0]?.bytes ?? 0)
}

export async function putReservation(
  tx: Tx,
  { id, bytes, expiresAt }: { id: string; bytes: number; expiresAt: Date },
): Promise<void> {
  await tx.db
    .insertInto('upload_reservation')
    .values({ id, realm_id: tx.realmId, bytes, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ bytes, expires_at: expiresAt }))
    .execute()
}

export async function deleteReservation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('upload_reservation').where('id', '=', id).execute()
}
