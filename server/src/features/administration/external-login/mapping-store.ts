import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Identity } from './store.ts'

/** Groups that a user is in because of a provider. */
export async function ownedMemberships(db: Db, userId: number, issuer: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('external_membership')
    .select('group_id')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .execute()
  return new Set(rows.map((row) => row.group_id))
}

export async function claimMemberships(
  tx: Tx,
  userId: number,
  issuer: string,
  groupIds: readonly number[],
): Promise<void> {
  if (groupIds.length === 0) return
  await sql`
    insert into external_membership (realm_id, user_id, group_id, issuer)
    select ${tx.realmId}, ${userId}, id, ${issuer} from unnest(${[...groupIds]}::bigint[]) as id
    on conflict do nothing`.execute(tx.db)
}

/** Returns those of the groups that the user is in because of another provider as well. */
export async function releaseMemberships(
  tx: Tx,
  userId: number,
  issuer: string,
  groupIds: readonly number[],
): Promise<Set<number>> {
  if (groupIds.length === 0) return new Set()
  await tx.db
    .deleteFrom('external_membership')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .where('group_id', 'in', groupIds)
    .execute()
  const rows = await tx.db
    .selectFrom('external_membership')
    .select('group_id')
    .where('user_id', '=', userId)
    .where('group_id', 'in', groupIds)
    .execute()
  return new Set(rows.map((row) => row.group_id))
}

/** The role that the rules gave to an identity last. */
export async function mappedRole(
  db: Db,
  realmId: number,
  { issuer, subject }: Identity,
): Promise<number | null> {
  const row = await db
    .selectFrom('external_identity')
    .select('mapped_role')
    .where('realm_id', '=', realmId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.mapped_role ?? null
}

export async function storeMappedRole(tx: Tx, { issuer, subject }: Identity, role: number | null) {
  await tx.db
    .updateTable('external_identity')
    .set({ mapped_role: role })
    .where('realm_id', '=', tx.realmId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}
