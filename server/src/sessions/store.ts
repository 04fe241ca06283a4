import type { Db } from '../db/database.ts'
import type { Tx } from '../events/transaction.ts'
import type { Sealer } from '../platform/sealer.ts'

const serverSecretRow = (name: string) => `server_secret ${name}`

/** A secret that the server generated for itself and never changes. */
export async function serverSecret(db: Db, sealer: Sealer, name: 'signing' | 'web-push'): Promise<string> {
  const { value_sealed } = await db
    .selectFrom('server_secret')
    .select('value_sealed')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return sealer.open('server secret', value_sealed ?? '', serverSecretRow(name))
}

export interface NewSession {
  userId: number
  keyHash: string
  userAgent: string
  address: string
  createdAt: Date
  expiresAt: Date
}

export async function insertSession(tx: Tx, session: NewSession): Promise<number> {
  const { id } = await tx.db
    .insertInto('session')
    .values({
      realm_id: tx.realmId,
      user_id: session.userId,
      key_hash: session.keyHash,
      user_agent: session.userAgent,
      address: session.address,
      created_at: session.createdAt,
      last_used_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function sessionByHash(db: Db, realmId: number, keyHash: string) {
  return await db
    .selectFrom('session')
    .select(['id', 'user_id', 'created_at', 'last_used_at', 'expires_at'])
    .where('key_hash', '=', keyHash)
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
}

export async function sessionsOf(db: Db, userId: number, now: Date) {
  return await db
    .selectFrom('session')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function recordUse(db: Db, sessionId: number, at: Date): Promise<void> {
  await db.updateTable('session').set({ last_used_at: at }).where('id', '=', sessionId).execute()
}

/** When the user of a session logged in or last proved who they are. */
export async function lastProof(db: Db, sessionId: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('session')
    .select(['created_at', 'proven_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.proven_at ?? row?.created_at
}

export async function recordProof(db: Db, sessionId: number, at: Date): Promise<void> {
  await db.updateTable('session').set({ proven_at: at }).where('id', '=', sessionId).execute()
}

/** Deletes one session of a user, or all but one. Returns the number of deleted sessions. */
export async function deleteSessions(
  tx: Tx,
  userId: number,
  which: { only?: number; except?: number | undefined } = {},
): Promise<number> {
  let query = tx.db.deleteFrom('session').where('user_id', '=', userId)
  if (which.only !== undefined) query = query.where('id', '=', which.only)
  if (which.except !== undefined) query = query.where('id', '!=', which.except)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes all sessions of the organization, when it is deactivated. */
export async function deleteAllSessions(tx: Tx): Promise<void> {
  await tx.db.deleteFrom('session').where('realm_id', '=', tx.realmId).execute()
}
