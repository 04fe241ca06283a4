import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

/** An external identity. */
export interface Identity {
  /** Identity provider. */
  issuer: string
  /** Permanent ID at the issuer. */
  subject: string
  /** The user name entered here, if any. */
  loginName?: string
}

export async function accountOf(
  db: Db,
  realmId: number,
  { issuer, subject }: Identity,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('external_identity')
    .select('user_id')
    .where('realm_id', '=', realmId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** Stores the account of an identity. An existing row keeps its account and updates the login name. */
export async function storeIdentity(tx: Tx, identity: Identity, userId: number, now: Date): Promise<void> {
  const login_name = identity.loginName ?? null
  await tx.db
    .insertInto('external_identity')
    .values({
      realm_id: tx.realmId,
      issuer: identity.issuer,
      subject: identity.subject,
      user_id: userId,
      login_name,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['realm_id', 'issuer', 'subject']).doUpdateSet({ login_name }))
    .execute()
}

/** A user's identities at an issuer. */
export async function identitiesOf(
  db: Db,
  userId: number,
  issuer: string,
): Promise<{ subject: string; loginName: string | null }[]> {
  const rows = await db
    .selectFrom('external_identity')
    .select(['subject', 'login_name'])
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({ subject: row.subject, loginName: row.login_name }))
}
