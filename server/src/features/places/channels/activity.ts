import type { App } from '../../../app.ts'
import type { Channel, Directory } from '../../../directory/directory.ts'
import { audienceOf } from '../../../events/audience.ts'
import type { Tx } from '../../../events/transaction.ts'
import { restingChannels, setRecentlyActive } from './activity-store.ts'
import { forClientsOf, metadataAudience } from './audiences.ts'

/** How long a channel without messages counts as active, in milliseconds. */
export const activityPeriod = 180 * 86_400_000

/** A channel that gets a message counts as active again; whoever may know of it is told. */
export async function markActive(tx: Tx, directory: Directory, channel: Channel): Promise<void> {
  if (channel.isRecentlyActive) return
  await setRecentlyActive(tx, [channel.id], true)
  publishActivity(tx, directory, channel, true)
}

/** Channels in which nothing was written for long no longer count as active. */
export async function restChannels(app: App): Promise<void> {
  const since = new Date(app.clock.now() - activityPeriod)
  const resting = await restingChannels(app.database.backgroundDb, since)
  for (const realmId of new Set(resting.map((channel) => channel.realmId))) {
    const realm = await app.realms.byId(realmId)
    await realm.transactExclusively(async (tx) => {
      // Again, now that nobody can write.
      const ids = (await restingChannels(tx.db, since, realmId)).map((channel) => channel.id)
      if (ids.length === 0) return
      await setRecentlyActive(tx, ids, false)
      for (const id of ids) {
        const channel = realm.directory.channels.get(id)
        if (channel !== undefined) publishActivity(tx, realm.directory, channel, false)
      }
    })
  }
}

function publishActivity(tx: Tx, directory: Directory, channel: Channel, value: boolean): void {
  const { body, audience } = activityEvent(directory, channel, value)
  tx.publish(body, audience, { channels: [channel.id] })
}

/** The event that tells whether a channel counts as active. */
export function activityEvent(directory: Directory, channel: Channel, value: boolean) {
  const { id: stream_id, name } = channel
  const audience = audienceOf(directory, metadataAudience(directory, channel))
  const body = { type: 'stream', op: 'update', property: 'is_recently_active', value } as const
  return { body: { ...body, stream_id, name }, audience: forClientsOf(channel, audience) }
}
