import type { GroupPermission, GroupSettingValue } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Group } from '../../../directory/directory.ts'
import { loadGroups } from '../../../directory/store.ts'
import type { Tx } from '../../../events/transaction.ts'

export interface NewGroup {
  name: string
  description: string
  creatorId: number
  permissions: Record<GroupPermission, GroupSettingValue>
  members: readonly number[]
}

export async function insertGroup(tx: Tx, group: NewGroup): Promise<Group> {
  const { id } = await tx.db
    .insertInto('user_group')
    .values({
      realm_id: tx.realmId,
      name: group.name,
      description: group.description,
      creator_id: group.creatorId,
      permissions: JSON.stringify(group.permissions),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertMembers(tx, id, group.members)
  const [created] = await loadGroups(tx.db, tx.realmId, [id])
  if (created === undefined) throw new Error(`The new group ${id} is not there.`)
  return created
}

export async function updateGroup(
  tx: Tx,
  groupId: number,
  changes: Partial<Pick<Group, 'name' | 'description' | 'deactivated' | 'permissions'>>,
): Promise<void> {
  const { permissions, ...columns } = changes
  const set = permissions === undefined ? columns : { ...columns, permissions: JSON.stringify(permissions) }
  await tx.db.updateTable('user_group').set(set).where('id', '=', groupId).execute()
  if (changes.name !== undefined || changes.deactivated !== undefined) await markModified(tx, [groupId])
}

/** Stores the time of a change that identity providers see. */
export async function markModified(tx: Tx, groupIds: readonly number[]): Promise<void> {
  await sql`update user_group set modified_at = now() where id = any(${groupIds}::bigint[])`.execute(tx.db)
}

export async function insertMembers(tx: Tx, groupId: number, userIds: readonly number[]): Promise<void> {
  await sql`
    insert into user_group_member (group_id, user_id)
    select ${groupId}, unnest(${userIds}::bigint[])`.execute(tx.db)
  await markModified(tx, [groupId])
}

/** Adds one user to several groups with one statement. */
export async function insertMemberships(tx: Tx, groupIds: readonly number[], userId: number): Promise<void> {
  if (groupIds.length === 0) return
  await sql`
    insert into user_group_member (group_id, user_id)
    select unnest(${groupIds}::bigint[]), ${userId}`.execute(tx.db)
  await markModified(tx, groupIds)
}

export async function deleteMembers(tx: Tx, groupId: number, userIds: readonly number[]): Promise<void> {
  await sql`
    delete from user_group_member
    where group_id = ${groupId} and user_id = any(${userIds}::bigint[])`.execute(tx.db)
  await markModified(tx, [groupId])
}

export async function insertSubgroups(tx: Tx, groupId: number, ids: readonly number[]): Promise<void> {
  await sql`
    insert into user_group_subgroup (group_id, subgroup_id)
    select ${groupId}, unnest(${ids}::bigint[])`.execute(tx.db)
}

export async function deleteSubgroups(tx: Tx, groupId: number, ids: readonly number[]): Promise<void> {
  await sql`
    delete from user_group_subgroup
    where group_id = ${groupId} and subgroup_id = any(${ids}::bigint[])`.execute(tx.db)
}

/** Organizations with a waiting period for full membership. */
export async function realmsWithWaitingPeriod(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from realm where (settings->>'waiting_period_threshold')::integer > 0`.execute(db)
  return rows.map((row) => row.id)
}

/** Time up to which full members have been published. */
export async function fullMembersUntil(db: Db, realmId: number): Promise<number> {
  const { full_members_until } = await db
    .selectFrom('realm')
    .select('full_members_until')
    .where('id', '=', realmId)
    .executeTakeFirstOrThrow()
  return full_members_until.getTime()
}

export async function setFullMembersUntil(tx: Tx, until: number): Promise<void> {
  await tx.db
    .updateTable('realm')
    .set({ full_members_until: new Date(until) })
    .where('id', '=', tx.realmId)
    .execute()
}
