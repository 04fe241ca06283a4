import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

export interface StoredToken {
  realmId: number
  creatorId: number | null
  createdAt: Date
  lastUsedAt: Date | null
}

export async function tokenOf(db: Db, realmId: number): Promise<StoredToken | undefined> {
  const row = await db
    .selectFrom('scim_token')
    .select(['realm_id', 'creator_id', 'created_at', 'last_used_at'])
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
  return row && present(row)
}

export async function tokenWithHash(db: Db, hash: string): Promise<StoredToken | undefined> {
  const row = await db
    .selectFrom('scim_token')
    .select(['realm_id', 'creator_id', 'created_at', 'last_used_at'])
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return row && present(row)
}

interface TokenRow {
  realm_id: number
  creator_id: number | null
  created_at: Date
  last_used_at: Date | null
}

const present = (row: TokenRow): StoredToken => ({
  realmId: row.realm_id,
  creatorId: row.creator_id,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

/** Replaces an earlier token. */
export async function storeToken(
  tx: Tx,
  token: { hash: string; creatorId: number | null; createdAt: Date },
): Promise<void> {
  const values = {
    token_hash: token.hash,
    creator_id: token.creatorId,
    created_at: token.createdAt,
    last_used_at: null,
  }
  await tx.db
    .insertInto('scim_token')
    .values({ realm_id: tx.realmId, ...values })
    .onConflict((conflict) => conflict.column('realm_id').doUpdateSet(values))
    .execute()
}

/** False if there is none. */
export async function deleteToken(tx: Tx): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('scim_token')
    .where('realm_id', '=', tx.realmId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function recordTokenUse(db: Db, realmId: number, now: Date): Promise<void> {
  await db.updateTable('scim_token').set({ last_used_at: now }).where('realm_id', '=', realmId).execute()
}
