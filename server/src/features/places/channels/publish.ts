import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { canSeeChannel } from '../../../directory/permissions.ts'
import { type Audience, audienceOf } from '../../../events/audience.ts'
import type { Tx } from '../../../events/transaction.ts'
import { forClientsOf, PeerAudiences } from './audiences.ts'
import { activeSubscribers, byName, presentChannel } from './present.ts'

/** Users who joined or left a channel. */
export interface MembershipChange {
  channel: Channel
  /** Subscribers after the change. */
  subscribers: ReadonlySet<number>
  changed: ReadonlySet<number>
}

/**
 * Publishes membership changes to peers: one event per channel with all users, or, if a single user moved,
 * one event per audience with all channels.
 */
export function publishPeers(
  tx: Tx,
  directory: Directory,
  op: 'peer_add' | 'peer_remove',
  changes: readonly MembershipChange[],
): void {
  const people = new Set(changes.flatMap((change) => [...change.changed]))
  const audiences = new PeerAudiences(directory)
  const published = changes.map(({ channel, subscribers, changed }) => {
    // New subscribers get the full list of subscribers separately. Users removed together need each other's
    // removal.
    const except = op === 'peer_add' || changed.size === 1 ? changed : new Set<number>()
    return { channel, changed, audience: audiences.of(channel, subscribers, except) }
  })
  const kindOf = (channel: Channel) => `${channel.isWebPublic} ${channel.isArchived}`
  const groups = Map.groupBy(published, ({ channel, audience }) =>
    people.size === 1 && !channel.inviteOnly ? `${kindOf(channel)} ${audience.key}` : `channel ${channel.id}`,
  )
  for (const group of groups.values()) {
    const [first] = group
    if (first === undefined) continue
    const audience = forClientsOf(first.channel, audienceOf(directory, first.audience.ids()))
    const stream_ids = ascending(group.map(({ channel }) => channel.id))
    const user_ids = ascending(group.flatMap(({ changed }) => [...changed]))
    tx.publish({ type: 'subscription', op, stream_ids, user_ids }, audience)
  }
}

const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)

/** Separates archived channels, which only some clients support. */
export const byArchived = (channels: readonly Channel[]): Channel[][] => [
  ...Map.groupBy(channels, (channel) => channel.isArchived).values(),
]

export function publishHidden(tx: Tx, channels: readonly Channel[], users: number[]): void {
  for (const hidden of byArchived(channels)) {
    const stream_ids = ascending(hidden.map((channel) => channel.id))
    const streams = stream_ids.map((stream_id) => ({ stream_id }))
    tx.publish({ type: 'stream', op: 'delete', streams, stream_ids }, forClientsOf(hidden[0]!, { users }))
  }
}

/** Publishes a channel and its subscribers to users who can see it now without being subscribed. */
export function publishShown(tx: Tx, directory: Directory, channel: Channel, users: number[]): void {
  const audience = forClientsOf(channel, { users })
  tx.publish({ type: 'stream', op: 'create', streams: [presentChannel(directory, channel)] }, audience)
  publishSubscribers(tx, directory, channel, audience)
}

/**
 * After a change of a user's permissions: publishes channels they can newly see and those they no longer can.
 */
export function publishVisibleChannels(tx: Tx, directory: Directory, before: User, after: User): void {
  const channels = [...directory.channels.values()].sort(byName)
  const saw = (channel: Channel) => canSeeChannel(directory, before, channel)
  const sees = (channel: Channel) => canSeeChannel(directory, after, channel)
  const gained = channels.filter((channel) => sees(channel) && !saw(channel))
  for (const shown of byArchived(gained)) {
    const audience = forClientsOf(shown[0]!, { users: [after.id] })
    const streams = shown.map((channel) => presentChannel(directory, channel))
    tx.publish({ type: 'stream', op: 'create', streams }, audience)
    for (const channel of shown) publishSubscribers(tx, directory, channel, audience)
  }
  publishHidden(
    tx,
    channels.filter((channel) => saw(channel) && !sees(channel)),
    [after.id],
  )
}

/** Publishes the subscribers to users who can newly see the channel. */
function publishSubscribers(tx: Tx, directory: Directory, channel: Channel, audience: Audience): void {
  const user_ids = activeSubscribers(directory, channel)
  if (user_ids.length === 0) return
  tx.publish({ type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids }, audience)
}
