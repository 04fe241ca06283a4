import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { SamlIdentityProvider } from '../../../platform/saml-config.ts'
import type { NameIdDetails, SamlLogin } from './assertion.ts'

export async function metadataOf(
  db: Db,
  provider: string,
  url: string,
): Promise<SamlIdentityProvider | undefined> {
  const row = await db
    .selectFrom('saml_metadata')
    .select('document')
    .where('provider', '=', provider)
    .where('url', '=', url)
    .executeTakeFirst()
  return row?.document as SamlIdentityProvider | undefined
}

export async function storeMetadata(
  db: Db,
  metadata: { provider: string; url: string; document: SamlIdentityProvider; fetchedAt: Date },
): Promise<void> {
  const { provider, url, fetchedAt: fetched_at } = metadata
  const document = JSON.stringify(metadata.document)
  await db
    .insertInto('saml_metadata')
    .values({ provider, url, document, fetched_at })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ url, document, fetched_at }))
    .execute()
}

export async function deleteOtherMetadata(db: Db, providers: readonly string[]): Promise<void> {
  let query = db.deleteFrom('saml_metadata')
  if (providers.length > 0) query = query.where('provider', 'not in', providers)
  await query.execute()
}

export interface VerifiedLogin {
  provider: string
  /** The request that it answers; null if it started at the provider. */
  requestId: string | null
  login: SamlLogin
}

export async function insertLogin(
  db: Db,
  realmId: number,
  { provider, requestId, login }: VerifiedLogin,
  { keyHash, expiresAt }: { keyHash: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('saml_login')
    .values({
      key_hash: keyHash,
      realm_id: realmId,
      provider,
      request_id: requestId,
      login: JSON.stringify(login),
      expires_at: expiresAt,
    })
    .execute()
}

/** Returns a login once. */
export async function takeLogin(
  db: Db,
  realmId: number,
  keyHash: string,
  now: Date,
): Promise<VerifiedLogin | undefined> {
  const row = await db
    .deleteFrom('saml_login')
    .where('key_hash', '=', keyHash)
    .where('realm_id', '=', realmId)
    .where('expires_at', '>', now)
    .returning(['provider', 'request_id', 'login'])
    .executeTakeFirst()
  return row && { provider: row.provider, requestId: row.request_id, login: row.login as SamlLogin }
}

export async function deleteExpiredSamlLogins(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('saml_login').where('expires_at', '<', now).execute()
}

/** A session's user as the provider names them. */
export interface SamlSession {
  provider: string
  nameId: string
  details: NameIdDetails
  sessionIndex: string | null
}

export async function insertSamlSession(tx: Tx, sessionId: number, session: SamlSession): Promise<void> {
  await tx.db
    .insertInto('saml_session')
    .values({
      session_id: sessionId,
      provider: session.provider,
      name_id: session.nameId,
      name_id_details: JSON.stringify(session.details),
      session_index: session.sessionIndex,
    })
    .execute()
}

export async function samlSessionOf(db: Db, sessionId: number): Promise<SamlSession | undefined> {
  const row = await db
    .selectFrom('saml_session')
    .select(['provider', 'name_id', 'name_id_details', 'session_index'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const details = row.name_id_details as NameIdDetails
  return { provider: row.provider, nameId: row.name_id, details, sessionIndex: row.session_index }
}

/** The sessions that a logout request names: one of them, or all of a user at the provider. */
export async function sessionsNamed(
  tx: Tx,
  provider: string,
  nameId: string,
  sessionIndex: string | undefined,
): Promise<{ id: number; userId: number }[]> {
  let query = tx.db
    .selectFrom('saml_session')
    .innerJoin('session', 'session.id', 'saml_session.session_id')
    .select(['session.id', 'session.user_id'])
    .where('session.realm_id', '=', tx.realmId)
    .where('saml_session.provider', '=', provider)
    .where('saml_session.name_id', '=', nameId)
  if (sessionIndex !== undefined) query = query.where('saml_session.session_index', '=', sessionIndex)
  const rows = await query.execute()
  return rows.map((row) => ({ id: row.id, userId: row.user_id }))
}
