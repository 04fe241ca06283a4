import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import { markModified } from '../user-groups/store.ts'

/** The attributes of a user that only the provider uses. */
export interface UserRow {
  externalId: string | null
  givenName: string | null
  familyName: string | null
  isDeleted: boolean
}

export const noUserRow: UserRow = { externalId: null, givenName: null, familyName: null, isDeleted: false }

/** By user; all of the organization without IDs. */
export async function userRows(
  db: Db,
  realmId: number,
  userIds?: readonly number[],
): Promise<Map<number, UserRow>> {
  const rows = await db
    .selectFrom('scim_user')
    .select(['user_id', 'external_id', 'given_name', 'family_name', 'deleted_at'])
    .where('realm_id', '=', realmId)
    .$if(userIds !== undefined, (query) =>
      query.where(sql<boolean>`user_id = any(${userIds ?? []}::bigint[])`),
    )
    .execute()
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        externalId: row.external_id,
        givenName: row.given_name,
        familyName: row.family_name,
        isDeleted: row.deleted_at !== null,
      },
    ]),
  )
}

export async function storeUserRow(tx: Tx, userId: number, row: UserRow, now: Date): Promise<void> {
  const values = {
    external_id: row.externalId,
    given_name: row.givenName,
    family_name: row.familyName,
    deleted_at: row.isDeleted ? now : null,
  }
  await tx.db
    .insertInto('scim_user')
    .values({ user_id: userId, realm_id: tx.realmId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
  await sql`update account set modified_at = now() where id = ${userId}`.execute(tx.db)
}

/** Times of the last changes by user or group, of those that have changed; all of the organization without IDs. */
export async function modifiedTimes(
  db: Db,
  realmId: number,
  table: 'account' | 'user_group',
  ids?: readonly number[],
): Promise<Map<number, Date>> {
  const { rows } = await sql<{ id: number; modified_at: Date }>`
    select id, modified_at from ${sql.table(table)} where realm_id = ${realmId} and modified_at is not null
      and (${ids === undefined} or id = any(${ids ?? []}::bigint[]))`.execute(db)
  return new Map(rows.map((row) => [row.id, row.modified_at]))
}

export async function usersWithExternalId(db: Db, realmId: number, externalId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('scim_user')
    .select('user_id')
    .where('realm_id', '=', realmId)
    .where('external_id', '=', externalId)
    .execute()
  return rows.map((row) => row.user_id)
}

/** External IDs by group, of those that the provider has created or named. */
export async function groupRows(db: Db, realmId: number): Promise<Map<number, string | null>> {
  const rows = await db
    .selectFrom('scim_group')
    .select(['group_id', 'external_id'])
    .where('realm_id', '=', realmId)
    .execute()
  return new Map(rows.map((row) => [row.group_id, row.external_id]))
}

export async function storeGroupRow(tx: Tx, groupId: number, externalId: string | null): Promise<void> {
  await tx.db
    .insertInto('scim_group')
    .values({ group_id: groupId, realm_id: tx.realmId, external_id: externalId })
    .onConflict((conflict) => conflict.column('group_id').doUpdateSet({ external_id: externalId }))
    .execute()
  await markModified(tx, [groupId])
}
