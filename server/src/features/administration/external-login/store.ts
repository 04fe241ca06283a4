import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

/** Who somebody is elsewhere. */
export interface Identity {
  /** Who says so. */
  issuer: string
  /** What never changes about them there. */
  subject: string
  /** What they typed as their name, where they typed it here. */
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

/** Remembers whose they are. Stays as it is if that is known already, but for the name they use now. */
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

/** Under which names an issuer knows somebody; empty if it does not. */
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
