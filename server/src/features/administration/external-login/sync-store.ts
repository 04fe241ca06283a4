import type { Db } from '../../../db/database.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'

export interface LinkedIdentity {
  subject: string
  userId: number
  /** When the user was deactivated because the provider no longer had them. */
  leftAt: Date | null
}

export async function realmsWithIdentities(db: Db, issuer: string): Promise<number[]> {
  const rows = await db
    .selectFrom('external_identity')
    .select('realm_id')
    .distinct()
    .where('issuer', '=', issuer)
    .execute()
  return rows.map((row) => row.realm_id)
}

export async function identitiesIn(db: Db, realmId: number, issuer: string): Promise<LinkedIdentity[]> {
  const rows = await db
    .selectFrom('external_identity')
    .select(['subject', 'user_id', 'left_at'])
    .where('realm_id', '=', realmId)
    .where('issuer', '=', issuer)
    .execute()
  return rows.map((row) => ({ subject: row.subject, userId: row.user_id, leftAt: row.left_at }))
}

/** Forgets that a user left a provider: somebody else has decided about the account. */
export async function forgetDeparture(tx: Tx, _directory: Directory, { id }: User): Promise<void> {
  await tx.db.updateTable('external_identity').set({ left_at: null }).where('user_id', '=', id).execute()
}

export async function setLeft(tx: Tx, userId: number, issuer: string, at: Date | null): Promise<void> {
  await tx.db
    .updateTable('external_identity')
    .set({ left_at: at })
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .execute()
}
