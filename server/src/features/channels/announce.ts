import type { Tx } from '../../db/transaction.ts'
import type { Channel, Directory, User } from '../../directory/directory.ts'
import { mayKnow } from '../../directory/permissions.ts'
import { audienceOf } from '../../events/audience.ts'
import { peerAudience } from './audiences.ts'
import { activeSubscribers, byName, presentChannel } from './present.ts'

/** Who joined or left which channels. */
export interface MembershipChange {
  channel: Channel
  /** After the change. */
  subscribers: ReadonlySet<number>
  changed: ReadonlySet<number>
}

/**
 * Tells others about memberships: one event per channel with all the people, or, when only one person moved, one
 * event with all their channels that the same people may see.
 */
export function announcePeers(
  tx: Tx,
  directory: Directory,
  op: 'peer_add' | 'peer_remove',
  changes: readonly MembershipChange[],
): void {
  const people = new Set(changes.flatMap((change) => [...change.changed]))
  const told = changes.map(({ channel, subscribers, changed }) => {
    // Who joins is told of everyone there at once; people who leave together must hear of each other.
    const except = op === 'peer_add' || changed.size === 1 ? changed : new Set<number>()
    return { channel, changed, audience: peerAudience(directory, channel, subscribers, except) }
  })
  const groups = Map.groupBy(told, ({ channel, audience }) =>
    people.size === 1 && !channel.inviteOnly
      ? `${channel.isWebPublic ? 'web-public' : 'public'} ${audience}`
      : `channel ${channel.id}`,
  )
  for (const group of groups.values()) {
    const audience = audienceOf(directory, group[0]?.audience ?? [])
    const stream_ids = ascending(group.map(({ channel }) => channel.id))
    const user_ids = ascending(group.flatMap(({ changed }) => [...changed]))
    tx.publish({ type: 'subscription', op, stream_ids, user_ids }, audience)
  }
}

const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)

export function announceHidden(tx: Tx, channels: readonly Channel[], ...userIds: number[]): void {
  if (channels.length === 0) return
  const stream_ids = ascending(channels.map((channel) => channel.id))
  const streams = stream_ids.map((stream_id) => ({ stream_id }))
  tx.publish({ type: 'stream', op: 'delete', streams, stream_ids }, { users: userIds })
}

/** A channel that people came to see without being subscribed, and who is. */
export function announceShown(tx: Tx, directory: Directory, channel: Channel, users: number[]): void {
  tx.publish({ type: 'stream', op: 'create', streams: [presentChannel(directory, channel)] }, { users })
  const user_ids = activeSubscribers(directory, channel)
  if (user_ids.length === 0) return
  tx.publish({ type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids }, { users })
}

/** After somebody's rights changed: the channels that came into their sight, and those that went out of it. */
export function announceChannelsInSight(tx: Tx, directory: Directory, before: User, after: User): void {
  const channels = [...directory.channels.values()].sort(byName)
  const saw = (channel: Channel) => mayKnow(directory, before, channel)
  const sees = (channel: Channel) => mayKnow(directory, after, channel)
  const gained = channels.filter((channel) => sees(channel) && !saw(channel))
  const audience = { users: [after.id] }
  if (gained.length > 0) {
    const streams = gained.map((channel) => presentChannel(directory, channel))
    tx.publish({ type: 'stream', op: 'create', streams }, audience)
    for (const channel of gained) {
      const user_ids = activeSubscribers(directory, channel)
      if (user_ids.length === 0) continue
      tx.publish({ type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids }, audience)
    }
  }
  announceHidden(
    tx,
    channels.filter((channel) => saw(channel) && !sees(channel)),
    after.id,
  )
}
