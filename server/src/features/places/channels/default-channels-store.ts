import type { Tx } from '../../../events/transaction.ts'

export async function insertDefaultChannels(tx: Tx, channelIds: readonly number[]): Promise<void> {
  await tx.db
    .insertInto('default_channel')
    .values(channelIds.map((channel_id) => ({ channel_id, realm_id: tx.realmId })))
    .execute()
}

export async function deleteDefaultChannel(tx: Tx, channelId: number): Promise<void> {
  await tx.db.deleteFrom('default_channel').where('channel_id', '=', channelId).execute()
}
