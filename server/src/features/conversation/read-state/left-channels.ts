import type { Channel, User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { job } from '../../../jobs/job.ts'
import { enqueueAll } from '../../../jobs/store.ts'
import { peopleWithUnread } from '../../places/channels/store.ts'
import { markChannelRead } from './flags.ts'

/** Subscriptions handled inside the transaction; more would hold the log lock too long. */
const maxInTransaction = 20

/** A stopping server waits for its jobs, so each must be short. */
const usersPerJob = 500

interface LeftChannelPayload {
  realmId: number
  channelId: number
  userIds: number[]
}

/** Marks messages read in channels that users left. */
export async function markLeftChannelsRead(
  tx: Tx,
  left: readonly { user: User; channel: Channel }[],
): Promise<void> {
  if (left.length <= maxInTransaction) {
    for (const { user, channel } of left) await markChannelRead(tx, user.id, channel)
    return
  }
  const jobs = [...Map.groupBy(left, ({ channel }) => channel)].flatMap(([channel, list]) =>
    Array.from({ length: Math.ceil(list.length / usersPerJob) }, (_, n) => {
      const some = list.slice(n * usersPerJob, (n + 1) * usersPerJob)
      const userIds = some.map(({ user }) => user.id)
      return { payload: { realmId: tx.realmId, channelId: channel.id, userIds } }
    }),
  )
  await enqueueAll(tx.db, markLeftChannelRead, jobs)
}

export const markLeftChannelRead = job<LeftChannelPayload>({
  name: 'read-left-channel',
  run: async (app, { realmId, channelId, userIds }) => {
    const realm = await app.realms.byId(realmId)
    await realm.follower.advance()
    const channel = realm.directory.channels.get(channelId)
    if (channel === undefined) return
    for (const userId of await peopleWithUnread(app.database.db, channel, userIds)) {
      // The user has subscribed again, so keep their unread messages.
      if (channel.subscribers.has(userId)) continue
      await realm.transact((tx) => markChannelRead(tx, userId, channel))
    }
  },
})
