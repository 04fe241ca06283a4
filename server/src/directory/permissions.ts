import {
  type ChannelPermission,
  channelPermissions,
  type GroupSettingValue,
  type PermissionRow,
  type RealmPermission,
  realmPermissions,
  type SystemGroup,
} from '@loquat/contract'
import { type Channel, type Directory, type Group, isAdmin, isGuest, type User } from './directory.ts'

/**
 * The one place that decides who holds a permission. Callers name a row of the tables in the contract;
 * nothing else compares roles with settings.
 */
export function mayInRealm(directory: Directory, user: User, permission: RealmPermission): boolean {
  return holds(directory, user, directory.permission(permission), realmPermissions[permission])
}

export function mayInChannel(
  directory: Directory,
  user: User,
  channel: Channel,
  permission: ChannelPermission,
): boolean {
  return holds(directory, user, channel.permissions[permission], channelPermissions[permission])
}

function holds(directory: Directory, user: User, value: GroupSettingValue, row: PermissionRow): boolean {
  if (row.everyone === undefined && isGuest(user)) return false
  return isMember(directory, user, value)
}

export function isMember(directory: Directory, user: User, value: GroupSettingValue): boolean {
  if (!user.isActive) return false
  if (typeof value === 'number') {
    const group = directory.groups.get(value)
    return group !== undefined && isInGroup(directory, user, group)
  }
  return (
    value.direct_members.includes(user.id) ||
    value.direct_subgroups.some((id) => isMember(directory, user, id))
  )
}

function isInGroup(directory: Directory, user: User, group: Group): boolean {
  return group.isSystem && isInSystemGroup(directory, user, group.name as SystemGroup)
}

function isInSystemGroup(directory: Directory, user: User, name: SystemGroup): boolean {
  switch (name) {
    case 'role:nobody':
      return false
    case 'role:owners':
      return user.role <= 100
    case 'role:administrators':
      return user.role <= 200
    case 'role:moderators':
      return user.role <= 300
    case 'role:fullmembers':
      return user.role < 400 || isFullMember(directory, user)
    case 'role:members':
      return user.role <= 400
    case 'role:everyone':
    case 'role:internet':
      return true
  }
}

const day = 86_400_000

export function isFullMember(directory: Directory, user: User, now = Date.now()): boolean {
  return user.role === 400 && now - user.createdAt >= directory.setting('waiting_period_threshold') * day
}

/** People whose role puts them directly into a system group, not through a subgroup. */
export function directMembers(directory: Directory, name: SystemGroup): number[] {
  const belongs: Partial<Record<SystemGroup, (user: User) => boolean>> = {
    'role:owners': (user) => user.role === 100,
    'role:administrators': (user) => user.role === 200,
    'role:moderators': (user) => user.role === 300,
    'role:fullmembers': (user) => isFullMember(directory, user),
    'role:members': (user) => user.role === 400,
    'role:everyone': (user) => user.role === 600,
  }
  const test = belongs[name]
  if (test === undefined) return []
  return [...directory.activeUsers()].filter(test).map((user) => user.id)
}

/** Name, description, settings and subscribers of a channel. */
export function mayKnow(directory: Directory, user: User, channel: Channel): boolean {
  if (mayRead(directory, user, channel)) return true
  if (isGuest(user)) return false
  return isAdmin(user) || mayInChannel(directory, user, channel, 'can_administer_channel_group')
}

/** Messages of a channel, and subscribing to it. Being an administrator opens nothing here. */
export function mayRead(directory: Directory, user: User, channel: Channel): boolean {
  if (channel.isWebPublic || channel.subscribers.has(user.id)) return true
  if (isGuest(user)) return false
  if (!channel.inviteOnly) return true
  return (
    mayInChannel(directory, user, channel, 'can_add_subscribers_group') ||
    mayInChannel(directory, user, channel, 'can_subscribe_group')
  )
}

/** Messages of a channel that were sent before the reader came, too. */
export function mayReadHistory(directory: Directory, user: User, channel: Channel): boolean {
  if (channel.isWebPublic) return true
  if (!channel.inviteOnly && !isGuest(user)) return true
  return channel.historyPublicToSubscribers && !channel.isArchived && mayRead(directory, user, channel)
}
