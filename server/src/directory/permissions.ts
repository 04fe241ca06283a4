import {
  type ChannelPermission,
  channelPermissions,
  type GroupPermission,
  type GroupSettingValue,
  groupPermissions,
  type PermissionRow,
  type RealmPermission,
  realmPermissions,
} from '@loquat/contract'
import { type Channel, type Directory, type Group, isAdmin, isGuest, type User } from './directory.ts'
import { isInGroup } from './groups.ts'

/**
 * The only place that decides who holds a permission. Callers name a row of the contract's permission tables; no
 * other code compares roles with settings.
 */
export function hasRealmPermission(directory: Directory, user: User, permission: RealmPermission): boolean {
  return holds(directory, user, directory.permission(permission), realmPermissions[permission])
}

export function hasChannelPermission(
  directory: Directory,
  user: User,
  channel: Channel,
  permission: ChannelPermission,
): boolean {
  return holds(directory, user, channel.permissions[permission], channelPermissions[permission])
}

export function hasGroupPermission(
  directory: Directory,
  user: User,
  group: Group,
  permission: GroupPermission,
): boolean {
  return holds(directory, user, groupPermission(directory, group, permission), groupPermissions[permission])
}

/** Nobody holds permissions of system groups. */
export function groupPermission(
  directory: Directory,
  group: Group,
  permission: GroupPermission,
): GroupSettingValue {
  return group.permissions[permission] ?? directory.systemGroup('role:nobody').id
}

function holds(directory: Directory, user: User, value: GroupSettingValue, row: PermissionRow): boolean {
  if (row.everyone === undefined && isGuest(user)) return false
  return isMember(directory, user, value)
}

export function isMember(directory: Directory, user: User, value: GroupSettingValue): boolean {
  if (!user.isActive) return false
  if (typeof value === 'number') return isInGroup(directory, user, value)
  return (
    value.direct_members.includes(user.id) ||
    value.direct_subgroups.some((id) => isInGroup(directory, user, id))
  )
}

/** Whether a user can see a channel: its name, description, settings and subscribers. */
export function canSeeChannel(directory: Directory, user: User, channel: Channel): boolean {
  if (canReadChannel(directory, user, channel)) return true
  if (isGuest(user)) return false
  return isAdmin(user) || hasChannelPermission(directory, user, channel, 'can_administer_channel_group')
}

/** Whether a user can read and subscribe to a channel. Administrators have no extra access here. */
export function canReadChannel(directory: Directory, user: User, channel: Channel): boolean {
  // The most common case first, because membership lookups are the slowest.
  if (channel.isWebPublic || (!channel.inviteOnly && !isGuest(user))) return true
  if (channel.subscribers.has(user.id)) return true
  if (isGuest(user)) return false
  return (
    hasChannelPermission(directory, user, channel, 'can_add_subscribers_group') ||
    hasChannelPermission(directory, user, channel, 'can_subscribe_group')
  )
}

/** Whether a user can also read messages from before their subscription. */
export function canReadHistory(directory: Directory, user: User, channel: Channel): boolean {
  if (channel.isWebPublic) return true
  if (!channel.inviteOnly && !isGuest(user)) return true
  return channel.historyPublicToSubscribers && !channel.isArchived && canReadChannel(directory, user, channel)
}
