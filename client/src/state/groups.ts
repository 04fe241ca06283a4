import type { GroupSettingValue, InitialState } from '@loquat/contract'

/** Whether a user is in a group or holds a permission, based on the fetched state. */
export function isInGroup(
  state: InitialState,
  userId: number,
  value: GroupSettingValue | undefined,
): boolean {
  if (value === undefined) return false
  if (typeof value !== 'number') {
    return (
      value.direct_members.includes(userId) ||
      value.direct_subgroups.some((id) => isInGroup(state, userId, id))
    )
  }
  const group = state.realm_user_groups?.find((one) => one.id === value)
  if (group === undefined) return false
  return (
    group.members.includes(userId) || group.direct_subgroup_ids.some((id) => isInGroup(state, userId, id))
  )
}
