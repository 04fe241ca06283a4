import type { Tx } from '../../db/transaction.ts'
import type { Channel, Directory } from '../../directory/directory.ts'
import { audienceOf } from '../../events/audience.ts'
import { metadataAudience } from './audiences.ts'

/** How long a channel without messages counts as active, in milliseconds. */
export const activityPeriod = 180 * 86_400_000

/** A channel that gets a message counts as active again; whoever may know of it is told. */
export async function reviveChannel(tx: Tx, directory: Directory, channel: Channel): Promise<void> {
  if (channel.isRecentlyActive) return
  await tx.db.updateTable('channel').set({ is_recently_active: true }).where('id', '=', channel.id).execute()
  const { id: stream_id, name } = channel
  const audience = audienceOf(directory, metadataAudience(directory, channel))
  const body = { type: 'stream', op: 'update', property: 'is_recently_active', value: true } as const
  tx.publish({ ...body, stream_id, name }, audience, { channels: [channel.id] })
}
