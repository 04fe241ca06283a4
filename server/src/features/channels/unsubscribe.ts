import { refuse } from '@loquat/contract'
import type { Channel, User } from '../../directory/directory.ts'
import type { Realm } from '../../realms/realm.ts'
import { markChannelRead } from '../messages/flags.ts'
import { announceHidden, announcePeers } from './announce.ts'
import { seesByRight } from './audiences.ts'
import { resolvePrincipals } from './principals.ts'
import { checkedChannelName, mayRemoveOthers, noSuchChannel } from './rules.ts'
import { endSubscriptions } from './store.ts'

export interface UnsubscribeResult {
  removed: string[]
  notRemoved: string[]
}

/** Ends subscriptions of the caller or of others; all of them or none. */
export async function unsubscribe(
  realm: Realm,
  callerId: number,
  names: readonly string[],
  principals: (number | string)[] | undefined,
): Promise<UnsubscribeResult> {
  const { directory } = realm
  return await realm.exclusively(async (tx) => {
    const caller = directory.users.get(callerId)
    if (caller === undefined) throw refuse('Unauthorized', 'This account is gone.')
    const channels = [...new Set(names.map((name) => directory.channelByName(checkedChannelName(name))))].map(
      (channel) => {
        if (channel === undefined) throw noSuchChannel()
        return channel
      },
    )
    const { users } = resolvePrincipals(directory, caller, principals)
    const others = users.some((user) => user.id !== caller.id && user.botOwnerId !== caller.id)
    if (others && !mayRemoveOthers(directory, caller, channels)) {
      throw refuse('BadRequest', 'You may not remove others from these channels.')
    }

    const pairs = users.flatMap((user) => channels.map((channel) => ({ user, channel })))
    const [ending, absent] = partition(pairs, ({ user, channel }) => channel.subscribers.has(user.id))
    if (ending.length > 0) {
      await endSubscriptions(
        tx,
        ending.map(({ user, channel }) => ({ userId: user.id, channelId: channel.id })),
      )
      for (const [user, list] of Map.groupBy(ending, ({ user }) => user)) {
        const left = list.map(({ channel }) => channel)
        tx.publish(
          {
            type: 'subscription',
            op: 'remove',
            subscriptions: left.map(({ id, name }) => ({ stream_id: id, name })),
          },
          { users: [user.id] },
          { subscriptions: { channels: left.map(({ id }) => id), users: [user.id] } },
        )
        announceHidden(
          tx,
          left.filter((channel) => !staysInSight(user, channel)),
          user.id,
        )
        for (const channel of left) await markChannelRead(tx, user.id, channel)
      }
      announcePeers(
        tx,
        directory,
        'peer_remove',
        [...Map.groupBy(ending, ({ channel }) => channel)].map(([channel, list]) => {
          const changed = new Set(list.map(({ user }) => user.id))
          const subscribers = new Set([...channel.subscribers.keys()].filter((id) => !changed.has(id)))
          return { channel, changed, subscribers }
        }),
      )
    }
    return {
      removed: ending.map(({ channel }) => channel.name),
      notRemoved: absent.map(({ channel }) => channel.name),
    }

    function staysInSight(user: User, channel: Channel): boolean {
      return channel.isWebPublic || seesByRight(directory, user, channel)
    }
  })
}

function partition<T>(list: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((one) => !test(one))]
}
