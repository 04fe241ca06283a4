import { apiError, removeSubscribersDenial } from '@loquat/contract'
import { type Channel, caseless, type Directory, type User } from '../../../directory/directory.ts'
import { permissionsOf } from '../../../directory/permissions.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishVisibilityAfterMembershipChange } from '../../identity/users/guest-visibility.ts'
import { assertFewPairs, callerOf, resolvePrincipals } from '../../identity/users/principals.ts'
import { canSeeUnsubscribed, forClientsOf } from './audiences.ts'
import { auditOthers } from './audit.ts'
import { byArchived, publishHidden, publishPeers } from './publish.ts'
import { checkedChannelName } from './rules.ts'
import { endSubscriptions } from './store.ts'

export interface UnsubscribeResult {
  removed: string[]
  notRemoved: string[]
}

export interface UnsubscribeRequest {
  names: readonly string[]
  principals: (number | string)[] | undefined
}

/** Ends subscriptions of the caller or of others, in one transaction. */
export async function unsubscribe(
  realm: Realm,
  callerId: number,
  request: UnsubscribeRequest,
): Promise<UnsubscribeResult> {
  const { directory } = realm
  return await realm.transactExclusively(
    async (tx) => await unsubscribeWithin(tx, directory, callerOf(directory, callerId), request, []),
  )
}

/** Like `unsubscribe`, inside an exclusive transaction that already changed the channels `changed`. */
export async function unsubscribeWithin(
  tx: Tx,
  directory: Directory,
  caller: User,
  { names, principals }: UnsubscribeRequest,
  changed: readonly Channel[],
): Promise<UnsubscribeResult> {
  const channels = [...new Set(names.map((name) => findByName(directory, changed, name)))]
  const { users } = resolvePrincipals(directory, caller, principals)
  assertFewPairs(users, channels)
  const others = users.some((user) => user.id !== caller.id && user.botOwnerId !== caller.id)
  if (others && removeSubscribersDenial(permissionsOf(directory), caller, channels) !== undefined) {
    throw apiError('subscription-removal-denied')
  }
  const pairs = users.flatMap((user) => channels.map((channel) => ({ user, channel })))
  const [ending, absent] = partition(pairs, ({ user, channel }) => channel.subscribers.has(user.id))
  await endAndPublish(tx, directory, ending, changed)
  auditOthers(tx, caller, 'channel.users_removed', ending)
  return {
    removed: ending.map(({ channel }) => channel.name),
    notRemoved: absent.map(({ channel }) => channel.name),
  }
}

function findByName(directory: Directory, changed: readonly Channel[], name: string): Channel {
  const checked = checkedChannelName(name)
  const channel =
    changed.find((one) => caseless(one.name) === caseless(checked)) ?? directory.channelByName(checked)
  if (channel === undefined) throw apiError('channel-not-found')
  return channel
}

export interface EndedSubscription {
  user: User
  channel: Channel
}

/** Ends and publishes existing subscriptions, without checking permissions. */
export async function endAndPublish(
  tx: Tx,
  directory: Directory,
  ending: readonly EndedSubscription[],
  earlier: readonly Channel[],
): Promise<void> {
  if (ending.length === 0) return
  await endSubscriptions(
    tx,
    ending.map(({ user, channel }) => ({ userId: user.id, channelId: channel.id })),
  )
  for (const { users, left, hidden } of groupByLostChannels(directory, ending)) {
    for (const channels of byArchived(left)) {
      const subscriptions = channels.map(({ id, name }) => ({ stream_id: id, name }))
      tx.publish(
        { type: 'subscription', op: 'remove', subscriptions },
        forClientsOf(channels[0]!, { users }),
        { subscriptions: { channels: channels.map(({ id }) => id), users } },
      )
    }
    publishHidden(tx, hidden, users)
  }
  for (const extend of tx.extensions.unsubscribed) await extend(tx, ending)
  const changes = [...Map.groupBy(ending, ({ channel }) => channel)].map(([channel, list]) => {
    const changed = new Set(list.map(({ user }) => user.id))
    const subscribers = new Set([...channel.subscribers.keys()].filter((id) => !changed.has(id)))
    return { channel, changed, subscribers }
  })
  publishPeers(tx, directory, 'peer_remove', changes)
  const users = new Set(ending.map(({ user }) => user))
  await publishVisibilityAfterMembershipChange(tx, directory, [...users], changes, earlier)
}

interface LostChannels {
  users: number[]
  left: Channel[]
  /** The channels of `left` that these users can no longer see. */
  hidden: Channel[]
}

/** Groups users who lose the same channels, to share one event. */
function groupByLostChannels(directory: Directory, ending: readonly EndedSubscription[]): LostChannels[] {
  const losses = new Map<string, LostChannels>()
  for (const [user, list] of Map.groupBy(ending, ({ user }) => user)) {
    const left = list.map(({ channel }) => channel)
    const hidden = left.filter(
      (channel) => !channel.isWebPublic && !canSeeUnsubscribed(directory, user, channel),
    )
    const key = `${left.map(({ id }) => id)} ${hidden.map(({ id }) => id)}`
    const loss = losses.get(key) ?? { users: [], left, hidden }
    loss.users.push(user.id)
    losses.set(key, loss)
  }
  return [...losses.values()]
}

function partition<T>(list: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((one) => !test(one))]
}
