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

/**
 * Publishes channels, groups and permissions of a reactivated user, which clients dropped on deactivation.
 */
export function publishMembershipsAfterReactivation(tx: Tx, directory: Directory, user: User): void {
  const changes = channelsOf(directory, user).map((channel) => ({
    channel,
    changed: new Set([user.id]),
    subscribers: new Set(channel.subscribers.keys()),
  }))
  publishPeers(tx, directory, 'peer_add', changes)
  const everyone = { everyone: true } as const
  publishInGroups(tx, directory, user, 'add_members', everyone)
  publishPermissionsOf(tx, directory, user, (value) => presentValue(directory, value, user.id), {
    everyone,
    ofChannel: (channel) => audienceOf(directory, metadataAudience(directory, channel)),
  })
}

/**
 * Clients that get the deactivation drop the user's memberships themselves. Users who cannot see the account
 * do not get it, so they need explicit events for its memberships.
 */
export function publishMembershipsAfterDeactivation(
  tx: Tx,
  directory: Directory,
  user: User,
  unaware: readonly User[],
): void {
  const users = unaware.map((one) => one.id)
  if (users.length === 0) return
  // These users share no channel with the account; they see only web-public channels.
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
  publishPermissionsOf(tx, directory, user, (value) => presentValue(directory, without(value)), {
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

interface MembershipAudiences {
  everyone: Audience
  ofChannel: (channel: Channel) => Audience
}

/** Publishes permissions that name the user directly. */
function publishPermissionsOf(
  tx: Tx,
  directory: Directory,
  { id }: User,
  shown: (value: GroupSettingValue) => GroupSettingValue,
  { everyone, ofChannel }: MembershipAudiences,
): void {
  const permissionsNaming = <P extends string>(permissions: Partial<Record<P, GroupSettingValue>>) =>
    Object.entries<GroupSettingValue | undefined>(permissions).flatMap(([name, value]) =>
      typeof value === 'object' && value.direct_members.includes(id)
        ? [[name as P, shown(value)] as const]
        : [],
    )
  for (const group of directory.groups.values()) {
    for (const [name, value] of permissionsNaming<GroupPermission>(group.permissions)) {
      tx.publish({ type: 'user_group', op: 'update', group_id: group.id, data: { [name]: value } }, everyone)
    }
  }
  for (const channel of directory.channels.values()) {
    const { id: stream_id, name } = channel
    for (const [property, value] of permissionsNaming<ChannelPermission>(channel.permissions)) {
      tx.publish({ type: 'stream', op: 'update', stream_id, name, property, value }, ofChannel(channel))
    }
  }
  const names = Object.keys(realmPermissions) as RealmPermission[]
  const values = Object.fromEntries(names.map((name) => [name, directory.permission(name)]))
  for (const [name, value] of permissionsNaming<RealmPermission>(values)) {
    tx.publish({ type: 'realm', op: 'update_dict', property: 'default', data: { [name]: value } }, everyone)
  }
}
