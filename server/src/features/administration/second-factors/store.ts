import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Sealer } from '../../../platform/sealer.ts'

const purpose = 'totp secret'
const rowOf = (userId: number) => `totp_factor ${userId}`

export interface TotpFactor {
  secret: string
  lastStep: number
  createdAt: Date
  isConfirmed: boolean
}

/** Serializes changes of a user's factors until the transaction ends. */
export async function lockFactors(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('second factors', ${userId}))`.execute(tx.db)
}

export async function totpOf(db: Db, sealer: Sealer, userId: number): Promise<TotpFactor | undefined> {
  const row = await db
    .selectFrom('totp_factor')
    .select(['secret', 'last_step', 'created_at', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    secret: String(sealer.openJson(purpose, row.secret, rowOf(userId))),
    lastStep: row.last_step,
    createdAt: row.created_at,
    isConfirmed: row.confirmed_at !== null,
  }
}

/** Stores the secret of an app that is being set up, in place of an earlier one. */
export async function storeTotpSetup(tx: Tx, userId: number, secret: string, now: Date): Promise<void> {
  const sealed = tx.sealer.sealJson(purpose, JSON.stringify(secret), rowOf(userId))
  await tx.db
    .insertInto('totp_factor')
    .values({ user_id: userId, realm_id: tx.realmId, secret: sealed, created_at: now, confirmed_at: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret: sealed, created_at: now }))
    .execute()
}

/** The account of an authenticator app got another ID, to which its secret has to be bound. The row has the new one. */
export async function rebindTotp(db: Db, sealer: Sealer, before: number, userId: number): Promise<void> {
  const row = await db
    .selectFrom('totp_factor')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return
  const secret = JSON.stringify(sealer.openJson(purpose, row.secret, rowOf(before)))
  await db
    .updateTable('totp_factor')
    .set({ secret: sealer.sealJson(purpose, secret, rowOf(userId)) })
    .where('user_id', '=', userId)
    .execute()
}

export async function confirmTotpSetup(tx: Tx, userId: number, step: number, now: Date): Promise<void> {
  await tx.db
    .updateTable('totp_factor')
    .set({ last_step: step, confirmed_at: now })
    .where('user_id', '=', userId)
    .execute()
}

/** Marks a code as used. False if a concurrent request used it, or a later one, first. */
export async function useTotpStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** False if there was none. */
export async function deleteTotp(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('totp_factor')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0
}

export async function deleteAllFactors(tx: Tx, userId: number): Promise<void> {
  for (const table of ['totp_factor', 'passkey', 'recovery_code'] as const)
    await tx.db.deleteFrom(table).where('user_id', '=', userId).execute()
}

/** Whether logging in needs more than the password. */
export async function hasFactor(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from totp_factor where user_id = ${userId} and confirmed_at is not null)
      or exists (select from passkey where user_id = ${userId}) as has`.execute(db)
  return rows[0]?.has ?? false
}

export async function recoveryHashesOf(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('user_id', '=', userId)
    .execute()
  return rows.map((row) => row.code_hash)
}

export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: readonly string[]): Promise<void> {
  await tx.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const rows = hashes.map((code_hash) => ({ user_id: userId, realm_id: tx.realmId, code_hash }))
  if (rows.length > 0) await tx.db.insertInto('recovery_code').values(rows).execute()
}

/** Deletes a code when it is used. False if a concurrent request used it first. */
export async function deleteRecoveryCode(db: Db, userId: number, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0
}
