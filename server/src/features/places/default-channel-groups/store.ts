import type { Tx } from '../../../events/transaction.ts'

export async function insertGroup(tx: Tx, name: string, description: string): Promise<number> {
  const { id } = await tx.db
    .insertInto('default_channel_group')
    .values({ realm_id: tx.realmId, name, description })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateGroup(
  tx: Tx,
  id: number,
  changes: { name?: string; description?: string },
): Promise<void> {
  await tx.db.updateTable('default_channel_group').set(changes).where('id', '=', id).execute()
}

export async function deleteGroup(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('default_channel_group').where('id', '=', id).execute()
}

export async function insertChannels(tx: Tx, groupId: number, channelIds: readonly number[]): Promise<void> {
  if (channelIds.length === 0) return
  await tx.db
    .insertInto('default_channel_group_channel')
    .values(channelIds.map((channel_id) => ({ group_id: groupId, channel_id })))
    .execute()
}

export async function deleteChannels(tx: Tx, groupId: number, channelIds: readonly number[]): Promise<void> {
  if (channelIds.length === 0) return
  await tx.db
    .deleteFrom('default_channel_group_channel')
    .where('group_id', '=', groupId)
    .where('channel_id', 'in', [...channelIds])
    .execute()
}
