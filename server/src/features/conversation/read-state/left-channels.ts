import type { Channel, User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { job } from '../../../jobs/job.ts'
import { enqueueAll } from '../../../jobs/store.ts'
import { peopleWithUnread } from '../../places/channels/store.ts'
import { markChannelRead } from './flags.ts'

/** So many are marked while the log is locked; more would keep everyone waiting. */
const mostAtOnce = 20

/** A server that stops waits for its jobs, so none should take long. */
const peoplePerJob = 500

interface Left {
  realmId: number
  channelId: number
  userIds: number[]
}

/** What people had not read of a channel they left is not to be read any more. */
export async function readLeft(tx: Tx, left: readonly { user: User; channel: Channel }[]): Promise<void> {
  if (left.length <= mostAtOnce) {
    for (const { user, channel } of left) await markChannelRead(tx, user.id, channel)
    return
  }
  const jobs = [...Map.groupBy(left, ({ channel }) => channel)].flatMap(([channel, list]) =>
    Array.from({ length: Math.ceil(list.length / peoplePerJob) }, (_, n) => {
      const some = list.slice(n * peoplePerJob, (n + 1) * peoplePerJob)
      const userIds = some.map(({ user }) => user.id)
      return { payload: { realmId: tx.realmId, channelId: channel.id, userIds } }
    }),
  )
  await enqueueAll(tx.db, readLeftChannel, jobs)
}

export const readLeftChannel = job<Left>({
  name: 'read-left-channel',
  run: async (app, { realmId, channelId, userIds }) => {
    const realm = await app.realms.byId(realmId)
    await realm.follower.advance()
    const channel = realm.directory.channels.get(channelId)
    if (channel === undefined) return
    for (const userId of await peopleWithUnread(app.database.db, channel, userIds)) {
      // Who has come back reads for themselves.
      if (channel.subscribers.has(userId)) continue
      await realm.transact((tx) => markChannelRead(tx, userId, channel))
    }
  },
})
