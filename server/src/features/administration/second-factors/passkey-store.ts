import type { Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../events/transaction.ts'

export type PasskeyRow = Selectable<Tables['passkey']>

/** Oldest first. */
export async function passkeysOf(db: Db, userId: number): Promise<PasskeyRow[]> {
  return await db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

export async function passkeyByCredential(
  db: Db,
  realmId: number,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  return await db
    .selectFrom('passkey')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** Returns the ID, or undefined if the credential is registered already. */
export async function insertPasskey(
  tx: Tx,
  row: Omit<PasskeyRow, 'id' | 'realm_id' | 'last_used_at'>,
): Promise<number | undefined> {
  const inserted = await tx.db
    .insertInto('passkey')
    .values({ ...row, realm_id: tx.realmId, last_used_at: null })
    .onConflict((conflict) => conflict.columns(['realm_id', 'credential_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/**
 * Records a use. False if the counter did not grow, as with a copy of the passkey: authenticators without a counter
 * always send zero.
 */
export async function recordPasskeyUse(db: Db, id: number, counter: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, last_used_at: at })
    .where('id', '=', id)
    .where((where) => (counter === 0 ? where('counter', '=', 0) : where('counter', '<', counter)))
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function renamePasskey(tx: Tx, userId: number, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('passkey')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Returns the name, or undefined if there is none with this ID. */
export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<string | undefined> {
  const row = await tx.db
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** Records a challenge as used. False if it was recorded before. */
export async function useChallenge(db: Db, hash: string, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_challenge')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('used_challenge').where('expires_at', '<', now).execute()
}
