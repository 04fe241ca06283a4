import type { GroupSettingValue } from '../objects/groups.ts'
import {
  isGuest,
  type PermissionChannel,
  type PermissionContext,
  type PermissionGroup,
  type PermissionUser,
} from './context.ts'
import {
  type ChannelPermission,
  channelPermissions,
  type GroupPermission,
  groupPermissions,
  type PermissionRow,
  type RealmPermission,
  realmPermissions,
} from './tables.ts'

/**
 * The only place that decides whether a user holds a permission. Rules name a row of the permission tables; no other code
 * compares roles with settings.
 */
export const hasRealmPermission = (
  context: PermissionContext,
  user: PermissionUser,
  permission: RealmPermission,
): boolean => holds(context, user, context.permission(permission), realmPermissions[permission])

export const hasChannelPermission = (
  context: PermissionContext,
  user: PermissionUser,
  channel: PermissionChannel,
  permission: ChannelPermission,
): boolean => holds(context, user, channel.permissions[permission], channelPermissions[permission])

/** Nobody holds permissions of system groups. */
export const hasGroupPermission = (
  context: PermissionContext,
  user: PermissionUser,
  group: PermissionGroup,
  permission: GroupPermission,
): boolean => {
  const value = group.permissions[permission]
  return !group.isSystem && value !== undefined && holds(context, user, value, groupPermissions[permission])
}

function holds(
  context: PermissionContext,
  user: PermissionUser,
  value: GroupSettingValue,
  row: PermissionRow,
): boolean {
  if (row.everyone === undefined && isGuest(user)) return false
  return isHolder(context, user, value)
}

/** Whether a user is in a group, or in an unnamed set of users and groups. Deactivated users are in none. */
export function isHolder(
  context: PermissionContext,
  user: PermissionUser,
  value: GroupSettingValue,
): boolean {
  if (!user.isActive) return false
  if (typeof value === 'number') return context.isInGroup(user, value)
  return (
    value.direct_members.includes(user.id) || value.direct_subgroups.some((id) => context.isInGroup(user, id))
  )
}
