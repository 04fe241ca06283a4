import { apiError } from '@loquat/contract'
import { type Channel, type Directory, isAdmin, isGuest, type User } from '../../../directory/directory.ts'
import { canReadChannel, canSeeChannel } from '../../../directory/permissions.ts'
import { audienceOf } from '../../../events/audience.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { visibleDefaultGroups } from '../default-channel-groups/present.ts'
import { channelTarget } from './audit.ts'
import { deleteDefaultChannel, insertDefaultChannels } from './default-channels-store.ts'

type ChannelAccess = (directory: Directory, user: User, channel: Channel) => boolean

export async function addDefaultChannel(realm: Realm, callerId: number, channelId: number): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const channel = activeChannel(directory, callerId, channelId, canReadChannel)
    if (channel.inviteOnly) throw apiError('default-channel-private')
    if (!directory.defaultChannels.has(channel.id)) await makeDefault(tx, directory, [channel])
  })
}

/** Publishes the list even if the channel was not a default channel. */
export async function removeDefaultChannel(realm: Realm, callerId: number, channelId: number): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const channel = activeChannel(directory, callerId, channelId, canSeeChannel)
    await deleteDefaultChannel(tx, channel.id)
    tx.audit({ kind: 'default_channel.removed', target: channelTarget(channel) })
    const remaining = new Set(directory.defaultChannels)
    remaining.delete(channel.id)
    publishDefaultChannels(tx, directory, remaining)
  })
}

function activeChannel(
  directory: Directory,
  callerId: number,
  channelId: number,
  access: ChannelAccess,
): Channel {
  const caller = callerOf(directory, callerId)
  // Check again under the lock, where roles cannot change.
  if (!isAdmin(caller)) throw apiError('caller-not-administrator')
  const channel = directory.channels.get(channelId)
  if (channel === undefined || channel.isArchived || !access(directory, caller, channel)) {
    throw apiError('channel-not-found')
  }
  return channel
}

/** Adds channels that are not yet default channels. */
export async function makeDefault(tx: Tx, directory: Directory, channels: readonly Channel[]): Promise<void> {
  const added = channels.map((channel) => channel.id)
  await insertDefaultChannels(tx, added)
  for (const channel of channels) tx.audit({ kind: 'default_channel.added', target: channelTarget(channel) })
  publishDefaultChannels(tx, directory, new Set([...directory.defaultChannels, ...added]))
}

export function publishDefaultChannels(tx: Tx, directory: Directory, channelIds: ReadonlySet<number>): void {
  const people = [...directory.activeUsers()].filter((user) => !isGuest(user)).map((user) => user.id)
  const default_streams = presentDefaults(channelIds)
  tx.publish({ type: 'default_streams', default_streams }, audienceOf(directory, people), { defaults: true })
}

/** Guests see no default channels, so the list changes when a user becomes a guest or ceases to be one. */
export function publishVisibleDefaultChannels(tx: Tx, directory: Directory, before: User, after: User): void {
  if (isGuest(before) === isGuest(after)) return
  const audience = { users: [after.id] }
  if (directory.defaultChannels.size > 0) {
    tx.publish(
      { type: 'default_streams', default_streams: visibleDefaultChannels(directory, after) },
      audience,
    )
  }
  if (directory.defaultGroups.length > 0) {
    const default_stream_groups = visibleDefaultGroups(directory, after)
    tx.publish({ type: 'default_stream_groups', default_stream_groups }, audience)
  }
}

export const visibleDefaultChannels = (directory: Directory, viewer: User): number[] =>
  isGuest(viewer) ? [] : presentDefaults(directory.defaultChannels)

const presentDefaults = (channelIds: ReadonlySet<number>) => [...channelIds].sort((a, b) => a - b)
