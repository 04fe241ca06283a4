import { isInGroup } from '@loquat/client'
import type { GroupSettingValue, InitialState, UserGroupObject } from '@loquat/contract'
import { compareNames } from '../lib/collation.ts'
import { memoized } from '../lib/memoized.ts'
import { org, useOrg } from '../session/session.ts'
import type { Text } from '../texts/texts.tsx'

export const groupsById = memoized(
  (org) => [org.realm_user_groups],
  ({ realm_user_groups: groups = [] }) => new Map(groups.map((group) => [group.id, group])),
)

export const groupById = (id: number): UserGroupObject | undefined => groupsById(org()).get(id)
export const useGroup = (id: number): UserGroupObject | undefined => useOrg((org) => groupsById(org).get(id))

const idsByName = memoized(
  (org) => [org.realm_user_groups],
  ({ realm_user_groups: groups = [] }) => new Map(groups.map((group) => [group.name, group.id])),
)
/** The ID of a group that every organization has: `role:members`. */
export const systemGroupId = (name: string): number => idsByName(org()).get(name) ?? 0

/** User-created groups by name, deactivated ones last. */
export const namedGroups = memoized(
  (org) => [org.realm_user_groups],
  ({ realm_user_groups: groups = [] }) =>
    groups
      .filter((group) => !group.is_system_group)
      .sort((a, b) => Number(a.deactivated) - Number(b.deactivated) || compareNames(a.name, b.name)),
)

/** The displayed name of a group; system groups have translated names. */
export const groupLabel = (group: UserGroupObject | undefined, text: Text): string => {
  if (group === undefined) return text('groups.unknown')
  return group.is_system_group ? text(`groups.${group.name.replace(':', '.')}`) : group.name
}

/** All members of a group or holders of a permission, including subgroups. */
export function membersIn(state: InitialState, value: GroupSettingValue): Set<number> {
  const found = new Set<number>()
  const seen = new Set<number>()
  const visit = (id: number) => {
    if (seen.has(id)) return
    seen.add(id)
    const group = groupsById(state).get(id)
    for (const member of group?.members ?? []) found.add(member)
    for (const subgroup of group?.direct_subgroup_ids ?? []) visit(subgroup)
  }
  if (typeof value === 'number') visit(value)
  else {
    for (const member of value.direct_members) found.add(member)
    for (const id of value.direct_subgroups) visit(id)
  }
  return found
}

/** Whether the reader holds a permission. */
export const amongHolders = (state: InitialState, value: GroupSettingValue | undefined): boolean =>
  state.user_id !== undefined && isInGroup(state, state.user_id, value)

export const sameHolders = (a: GroupSettingValue, b: GroupSettingValue): boolean => key(a) === key(b)

const key = (value: GroupSettingValue): string => {
  if (typeof value === 'number') return String(value)
  const { direct_members: members, direct_subgroups: groups } = value
  // An anonymous group of a single group equals that group.
  if (members.length === 0 && groups.length === 1) return String(groups[0])
  const sorted = (ids: readonly number[]) => ids.toSorted((x, y) => x - y).join(',')
  return `${sorted(members)};${sorted(groups)}`
}
