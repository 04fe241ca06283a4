import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Sealer } from '../../../platform/sealer.ts'

/** A login at an OpenID provider. */
export interface OpenIdGrant {
  issuer: string
  subject: string
  /** The session at the provider, if it names one. */
  sid: string | null
  refreshToken: string | undefined
}

const purpose = 'refresh token'

const rowOf = (realmId: number, issuer: string, subject: string) =>
  `external_identity ${realmId} ${issuer} ${subject}`

const sealed = (sealer: Sealer, realmId: number, { issuer, subject }: OpenIdGrant, token: string) =>
  sealer.sealJson(purpose, JSON.stringify(token), rowOf(realmId, issuer, subject))

/** Stores which user of the provider a session belongs to, and the refresh token of the login. */
export async function storeGrant(tx: Tx, sessionId: number, grant: OpenIdGrant, now: Date): Promise<void> {
  const { issuer, subject, sid, refreshToken } = grant
  await tx.db
    .updateTable('session')
    .set({ identity_issuer: issuer, identity_subject: subject, identity_session: sid })
    .where('id', '=', sessionId)
    .execute()
  await tx.db
    .updateTable('external_identity')
    .set({
      refresh_token: refreshToken === undefined ? null : sealed(tx.sealer, tx.realmId, grant, refreshToken),
      checked_at: now,
      failed_at: null,
      left_at: null,
    })
    .where('realm_id', '=', tx.realmId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

export interface DueGrant {
  realmId: number
  userId: number
  issuer: string
  subject: string
  refreshToken: string
}

/** The refresh tokens that were not used since a time, the oldest first. */
export async function dueGrants(
  db: Db,
  sealer: Sealer,
  issuer: string,
  { since, limit }: { since: Date; limit: number },
): Promise<DueGrant[]> {
  const rows = await db
    .selectFrom('external_identity')
    .select(['realm_id', 'user_id', 'subject', 'refresh_token'])
    .where('issuer', '=', issuer)
    .where('refresh_token', 'is not', null)
    .where('checked_at', '<', since)
    .orderBy('checked_at')
    .limit(limit)
    .execute()
  return rows.map(({ realm_id, user_id, subject, refresh_token }) => ({
    realmId: realm_id,
    userId: user_id,
    issuer,
    subject,
    refreshToken: String(sealer.openJson(purpose, refresh_token, rowOf(realm_id, issuer, subject))),
  }))
}

/** Stores the result of a check, unless the user has logged in meanwhile. Without a token, the provider refused the old one. */
export async function storeCheck(
  db: Db,
  sealer: Sealer,
  { realmId, issuer, subject, checkedBefore }: DueGrant & { checkedBefore: Date },
  token: string | undefined,
  now: Date,
): Promise<boolean> {
  const grant = { issuer, subject, sid: null, refreshToken: token }
  const { numUpdatedRows } = await db
    .updateTable('external_identity')
    .set({
      refresh_token: token === undefined ? null : sealed(sealer, realmId, grant, token),
      checked_at: now,
      failed_at: token === undefined ? now : null,
    })
    .where('realm_id', '=', realmId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('checked_at', '<', checkedBefore)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Users whom the provider watches, by organization; `isGone` if it refused them and they have not logged in since. */
export async function checkedUsers(
  db: Db,
  issuer: string,
): Promise<{ realmId: number; userId: number; isGone: boolean }[]> {
  const rows = await db
    .selectFrom('external_identity')
    .select(['realm_id', 'user_id', sql<boolean>`failed_at is not null`.as('is_gone')])
    .where('issuer', '=', issuer)
    .where((on) => on.or([on('refresh_token', 'is not', null), on('failed_at', 'is not', null)]))
    .execute()
  return rows.map((row) => ({ realmId: row.realm_id, userId: row.user_id, isGone: row.is_gone }))
}

/** The sessions that a provider ends: one of its sessions, or all of a user. */
export async function sessionsOfIdentity(
  tx: Tx,
  issuer: string,
  { subject, sid }: { subject: string | undefined; sid: string | undefined },
): Promise<{ id: number; userId: number }[]> {
  let query = tx.db
    .selectFrom('session')
    .select(['id', 'user_id'])
    .where('realm_id', '=', tx.realmId)
    .where('identity_issuer', '=', issuer)
  if (subject !== undefined) query = query.where('identity_subject', '=', subject)
  if (sid !== undefined) query = query.where('identity_session', '=', sid)
  return (await query.execute()).map((row) => ({ id: row.id, userId: row.user_id }))
}

/** Whether an identity was deactivated because its provider no longer had it. */
export async function hasLeft(
  db: Db,
  realmId: number,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('external_identity')
    .select('left_at')
    .where('realm_id', '=', realmId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.left_at != null
}
