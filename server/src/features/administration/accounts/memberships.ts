import {
  type ChannelPermission,
  type GroupPermission,
  type GroupSettingValue,
  type RealmPermission,
  realmPermissions,
} from '@loquat/contract'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { presentValue } from '../../../directory/group-values.ts'
import { groupsByRole } from '../../../directory/groups.ts'
import { type Audience, audienceOf } from '../../../events/audience.ts'
import type { Tx } from '../../../events/transaction.ts'
import { metadataAudience } from '../../places/channels/audiences.ts'
import { publishPeers } from '../../places/channels/publish.ts'

/** Clients left the person out of channels, groups and permissions when they went: everyone is told of them again. */
export function publishReturn(tx: Tx, directory: Directory, user: User): void {
  const changes = channelsOf(directory, user).map((channel) => ({
    channel,
    changed: new Set([user.id]),
    subscribers: new Set(channel.subscribers.keys()),
  }))
  publishPeers(tx, directory, 'peer_add', changes)
  const everyone = { everyone: true } as const
  publishInGroups(tx, directory, user, 'add_members', everyone)
  publishHolders(tx, directory, user, (value) => presentValue(directory, value, user.id), {
    everyone,
    ofChannel: (channel) => audienceOf(directory, metadataAudience(directory, channel)),
  })
}

/**
 * Who goes is left out by those who are told so. Those who may not know the person are not told, and so must hear of
 * everything that the person was in.
 */
export function publishDeparture(tx: Tx, directory: Directory, user: User, strangers: readonly User[]): void {
  const users = strangers.map((one) => one.id)
  if (users.length === 0) return
  // Strangers share no channel with the person; they see those that are open to the web.
  const open = channelsOf(directory, user).filter((channel) => channel.isWebPublic)
  const stream_ids = open.map((channel) => channel.id).sort((a, b) => a - b)
  if (stream_ids.length > 0) {
    tx.publish({ type: 'subscription', op: 'peer_remove', stream_ids, user_ids: [user.id] }, { users })
  }
  publishInGroups(tx, directory, user, 'remove_members', { users })
  const without = (value: GroupSettingValue) =>
    typeof value === 'number'
      ? value
      : { ...value, direct_members: value.direct_members.filter((id) => id !== user.id) }
  publishHolders(tx, directory, user, (value) => presentValue(directory, without(value)), {
    everyone: { users },
    ofChannel: (channel) => ({
      users: users.filter((id) => channel.isWebPublic || channel.subscribers.has(id)),
    }),
  })
}

const channelsOf = (directory: Directory, user: User) =>
  [...directory.channels.values()].filter((channel) => channel.subscribers.has(user.id))

function publishInGroups(
  tx: Tx,
  directory: Directory,
  user: User,
  op: 'add_members' | 'remove_members',
  audience: Audience,
): void {
  const byRole = groupsByRole(directory, user).map((name) => directory.systemGroup(name))
  const joined = [...directory.groups.values()].filter((group) => group.members.has(user.id))
  for (const { id: group_id } of [...byRole, ...joined]) {
    tx.publish({ type: 'user_group', op, group_id, user_ids: [user.id] }, audience)
  }
}

interface Audiences {
  everyone: Audience
  ofChannel: (channel: Channel) => Audience
}

/** The permissions that somebody holds by name, as they are shown. */
function publishHolders(
  tx: Tx,
  directory: Directory,
  { id }: User,
  shown: (value: GroupSettingValue) => GroupSettingValue,
  { everyone, ofChannel }: Audiences,
): void {
  const held = <P extends string>(permissions: Partial<Record<P, GroupSettingValue>>) =>
    Object.entries<GroupSettingValue | undefined>(permissions).flatMap(([name, value]) =>
      typeof value === 'object' && value.direct_members.includes(id)
        ? [[name as P, shown(value)] as const]
        : [],
    )
  for (const group of directory.groups.values()) {
    for (const [name, value] of held<GroupPermission>(group.permissions)) {
      tx.publish({ type: 'user_group', op: 'update', group_id: group.id, data: { [name]: value } }, everyone)
    }
  }
  for (const channel of directory.channels.values()) {
    const { id: stream_id, name } = channel
    for (const [property, value] of held<ChannelPermission>(channel.permissions)) {
      tx.publish({ type: 'stream', op: 'update', stream_id, name, property, value }, ofChannel(channel))
    }
  }
  const names = Object.keys(realmPermissions) as RealmPermission[]
  const values = Object.fromEntries(names.map((name) => [name, directory.permission(name)]))
  for (const [name, value] of held<RealmPermission>(values)) {
    tx.publish({ type: 'realm', op: 'update_dict', property: 'default', data: { [name]: value } }, everyone)
  }
}
