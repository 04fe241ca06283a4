import {
  apiError,
  type GroupPermission,
  type GroupRule,
  type GroupSettingValue,
  groupPermissions,
  manageGroupDenial,
  maxGroupNameLength,
  type PermissionRow,
} from '@loquat/contract'
import type { Directory, Group, User } from '../../../directory/directory.ts'
import { checkedValue } from '../../../directory/group-values.ts'
import { permissionsOf } from '../../../directory/permissions.ts'
import { isLongerThan, trim } from '../../../text.ts'
import { permissionNames } from './present.ts'

export function findGroup(directory: Directory, id: number): Group {
  const group = directory.groups.get(id)
  if (group === undefined) throw apiError('user-group-not-found', { group: id })
  return group
}

export function findActiveGroup(directory: Directory, id: number): Group {
  const group = findGroup(directory, id)
  if (group.deactivated) throw apiError('user-group-deactivated', { group: id })
  return group
}

/** Asserts that a rule about changing groups allows this. By default it is the one for managing them. */
export function assertMay(
  directory: Directory,
  user: User,
  group: Group,
  rule: GroupRule = manageGroupDenial,
): void {
  if (rule(permissionsOf(directory), user, group) !== undefined)
    throw apiError('user-group-change-denied', { group: group.id })
}

/** Prefixes with another meaning where people enter group names. */
const reservedPrefixes = ['@', 'role:', 'user:', 'stream:', 'channel:']

export function assertValidName(name: string): void {
  if (trim(name) === '') throw apiError('user-group-name-empty')
  if (isLongerThan(name, maxGroupNameLength)) {
    throw apiError('user-group-name-too-long', { max: maxGroupNameLength })
  }
  const reserved = reservedPrefixes.find((beginning) => name.startsWith(beginning))
  if (reserved !== undefined) throw apiError('user-group-name-reserved', { prefix: reserved })
}

/** Deactivated groups keep their names. Names are case-sensitive. */
export function assertFreeName(directory: Directory, name: string): void {
  for (const group of directory.groups.values()) {
    if (group.name === name) throw apiError('user-group-name-taken', { name })
  }
}

/** Permission settings for a new group. */
export function checkedPermissions(
  directory: Directory,
  creatorId: number,
  wanted: Partial<Record<GroupPermission, GroupSettingValue | undefined>>,
): Record<GroupPermission, GroupSettingValue> {
  const entries = permissionNames.map((name) => {
    const row: PermissionRow = groupPermissions[name]
    const value = wanted[name]
    if (value !== undefined) return [name, checkedValue(directory, name, row, value)]
    if (row.default === 'creator') return [name, { direct_members: [creatorId], direct_subgroups: [] }]
    return [name, directory.systemGroup(row.default).id]
  })
  return Object.fromEntries(entries)
}

/** Users that can be added to or removed from a group, without duplicates. */
export function checkedPeople(
  directory: Directory,
  ids: readonly number[],
  { includeDeactivated = false } = {},
): User[] {
  return [...new Set(ids)].map((id) => {
    const user = directory.users.get(id)
    if (user === undefined || !(user.isActive || includeDeactivated) || user.isSystemBot) {
      throw apiError('user-group-member-not-found', { user: id })
    }
    return user
  })
}

/** Groups that can be added to or removed from a group, without duplicates. Checks that all exist first. */
export function checkedSubgroups(directory: Directory, ids: readonly number[]): Group[] {
  const groups = [...new Set(ids)].map((id) => findGroup(directory, id))
  return groups.map(({ id }) => findActiveGroup(directory, id))
}
