import {
  apiError,
  type GroupSettingChange,
  type GroupSettingValue,
  type PermissionRow,
  type SystemGroup,
} from '@loquat/contract'
import type { Directory } from './directory.ts'

/** The canonical form of a value: a set of just one group is that group, an empty set is `role:nobody`. */
export function normalize(directory: Directory, value: GroupSettingValue): GroupSettingValue {
  if (typeof value === 'number') return value
  const direct_members = ascending(value.direct_members)
  const direct_subgroups = ascending(value.direct_subgroups)
  const [only] = direct_subgroups
  if (direct_members.length === 0 && only === undefined) return directory.systemGroup('role:nobody').id
  if (direct_members.length === 0 && direct_subgroups.length === 1 && only !== undefined) return only
  return { direct_members, direct_subgroups }
}

const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)

/** The canonical form of a new permission value. Throws if the permission does not allow the value. */
export function checkedValue(
  directory: Directory,
  name: string,
  row: PermissionRow,
  wanted: GroupSettingValue,
): GroupSettingValue {
  const value = normalize(directory, wanted)
  if (typeof value === 'number') {
    checkGroup(directory, name, value)
    checkSystemGroup(directory, name, row, value)
    return value
  }
  if (row.only !== undefined) throw systemGroupRequired(name)
  for (const id of value.direct_subgroups) checkGroup(directory, name, id)
  for (const id of value.direct_members) {
    const user = directory.users.get(id)
    if (user === undefined || !user.isActive || user.isSystemBot) {
      throw apiError('permission-user-not-found', { permission: name, user: id })
    }
  }
  return value
}

/** A value as clients see it: without deactivated users, except one who is being reactivated. */
export function presentValue(
  directory: Directory,
  value: GroupSettingValue,
  returning?: number,
): GroupSettingValue {
  if (typeof value === 'number') return value
  const isShown = (id: number) => id === returning || directory.users.get(id)?.isActive === true
  return {
    direct_members: ascending(value.direct_members).filter(isShown),
    direct_subgroups: ascending(value.direct_subgroups),
  }
}

export const presentValues = <K extends string>(
  directory: Directory,
  values: Record<K, GroupSettingValue>,
): Record<K, GroupSettingValue> =>
  Object.fromEntries(
    Object.entries<GroupSettingValue>(values).map(([name, value]) => [name, presentValue(directory, value)]),
  ) as Record<K, GroupSettingValue>

const isSame = (one: GroupSettingValue, other: GroupSettingValue) =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * The new value of a permission, or undefined if it does not change. Throws if the current value is not the one the
 * caller expects. `mayChange` runs before the new value is checked.
 */
export function changedValue(
  directory: Directory,
  name: string,
  row: PermissionRow,
  current: GroupSettingValue,
  change: GroupSettingChange,
  mayChange: () => void = () => {},
): GroupSettingValue | undefined {
  const now = normalize(directory, current)
  const shown = normalize(directory, presentValue(directory, current))
  const old = change.old === undefined ? now : normalize(directory, change.old)
  if (!isSame(old, now) && !isSame(old, shown)) {
    throw apiError('permission-value-outdated', { permission: name })
  }
  if (isSame(normalize(directory, change.new), now)) return undefined
  mayChange()
  return checkedValue(directory, name, row, change.new)
}

function checkGroup(directory: Directory, name: string, id: number): void {
  const group = directory.groups.get(id)
  if (group === undefined || group.deactivated)
    throw apiError('permission-group-not-found', { permission: name, group: id })
}

function checkSystemGroup(directory: Directory, name: string, row: PermissionRow, id: number): void {
  const group = directory.groups.get(id)
  if (!group?.isSystem) {
    if (row.only !== undefined) throw systemGroupRequired(name)
    return
  }
  const system = group.name as SystemGroup
  const allowed =
    system !== 'role:internet' &&
    (system !== 'role:everyone' || row.everyone === true) &&
    (system !== 'role:nobody' || row.somebody !== true) &&
    (row.only === undefined || row.only.includes(system))
  if (!allowed) throw apiError('permission-group-not-allowed', { permission: name, group: system })
}

const systemGroupRequired = (name: string) =>
  apiError('permission-needs-system-group', { permission: name }, { setting_name: name })
