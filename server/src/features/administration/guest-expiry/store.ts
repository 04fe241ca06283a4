import type { Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../events/transaction.ts'

export type ExpiryRow = Selectable<Tables['guest_expiry']>

export async function listExpiries(db: Db, realmId: number): Promise<ExpiryRow[]> {
  return await db
    .selectFrom('guest_expiry')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('user_id')
    .execute()
}

export async function findExpiry(tx: Tx, userId: number): Promise<ExpiryRow | undefined> {
  return await tx.db
    .selectFrom('guest_expiry')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** A new date is warned about again. */
export async function saveExpiry(
  tx: Tx,
  userId: number,
  expiresAt: Date,
  inviterId: number | null,
): Promise<void> {
  await tx.db
    .insertInto('guest_expiry')
    .values({ user_id: userId, realm_id: tx.realmId, expires_at: expiresAt, inviter_id: inviterId })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ expires_at: expiresAt, warned_at: null }),
    )
    .execute()
}

export async function deleteExpiry(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('guest_expiry').where('user_id', '=', userId).execute()
}

/** Marks a warning as sent. False if another process did so. */
export async function markWarned(tx: Tx, row: ExpiryRow, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('guest_expiry')
    .set({ warned_at: now })
    .where('user_id', '=', row.user_id)
    .where('expires_at', '=', row.expires_at)
    .where('warned_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const maxRows = 500

/** Guests to warn about a date before `until`, or to deactivate because of one before `now`. */
export async function dueExpiries(db: Db, now: Date, until: Date): Promise<ExpiryRow[]> {
  return await db
    .selectFrom('guest_expiry')
    .selectAll()
    .where((row) =>
      row.or([
        row('expires_at', '<=', now),
        row.and([row('expires_at', '<=', until), row('warned_at', 'is', null)]),
      ]),
    )
    .orderBy('expires_at')
    .limit(maxRows)
    .execute()
}
