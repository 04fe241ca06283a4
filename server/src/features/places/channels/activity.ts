import type { App } from '../../../app.ts'
import type { Channel, Directory } from '../../../directory/directory.ts'
import { audienceOf } from '../../../events/audience.ts'
import type { Tx } from '../../../events/transaction.ts'
import { inactiveChannels, setRecentlyActive } from './activity-store.ts'
import { forClientsOf, metadataAudience } from './audiences.ts'

/** How long a channel counts as active after its last message. */
export const activityPeriodMs = 180 * 86_400_000

/** Marks a channel active after a message, and publishes this to everyone who can see the channel. */
export async function markActive(tx: Tx, directory: Directory, channel: Channel): Promise<void> {
  if (channel.isRecentlyActive) return
  await setRecentlyActive(tx, [channel.id], true)
  publishActivity(tx, directory, channel, true)
}

/** Marks channels without recent messages inactive. */
export async function markInactive(app: App): Promise<void> {
  const since = new Date(app.clock.now() - activityPeriodMs)
  const inactive = await inactiveChannels(app.database.backgroundDb, since)
  for (const realmId of new Set(inactive.map((channel) => channel.realmId))) {
    const realm = await app.realms.byId(realmId)
    await realm.transactExclusively(async (tx) => {
      // Query again under the lock, where no messages can be sent.
      const ids = (await inactiveChannels(tx.db, since, realmId)).map((channel) => channel.id)
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

export function activityEvent(directory: Directory, channel: Channel, value: boolean) {
  const { id: stream_id, name } = channel
  const audience = audienceOf(directory, metadataAudience(directory, channel))
  const body = { type: 'stream', op: 'update', property: 'is_recently_active', value } as const
  return { body: { ...body, stream_id, name }, audience: forClientsOf(channel, audience) }
}
