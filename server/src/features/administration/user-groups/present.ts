import { type GroupPermission, groupPermissions, type UserGroupObject } from '@loquat/contract'
import type { Directory, Group } from '../../../directory/directory.ts'
import { presentValue } from '../../../directory/group-values.ts'
import { directMembers, directSubgroups } from '../../../directory/groups.ts'
import { groupPermission } from '../../../directory/permissions.ts'
import { toSeconds } from '../../../platform/clock.ts'

export function listGroups(directory: Directory, includeDeactivated: boolean): UserGroupObject[] {
  return [...directory.groups.values()]
    .filter((group) => includeDeactivated || !group.deactivated)
    .sort((a, b) => a.id - b.id)
    .map((group) => presentGroup(directory, group))
}

export const permissionNames = Object.keys(groupPermissions) as GroupPermission[]

export function presentGroup(directory: Directory, group: Group): UserGroupObject {
  const permissions = permissionNames.map((name) => [
    name,
    presentValue(directory, groupPermission(directory, group, name)),
  ])
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    date_created: group.isSystem ? null : toSeconds(group.createdAt),
    creator_id: group.creatorId,
    members: directMembers(directory, group),
    direct_subgroup_ids: directSubgroups(directory, group),
    is_system_group: group.isSystem,
    deactivated: group.deactivated,
    ...(Object.fromEntries(permissions) as Pick<UserGroupObject, GroupPermission>),
  }
}
