import type { PermissionContext, PermissionGroup, PermissionUser } from './context.ts'
import { hasGroupPermission, hasRealmPermission } from './holders.ts'
import type { GroupPermission } from './tables.ts'

export type GroupDenial = 'change-group-not-permitted'

/** A rule about changing a user group. */
export type GroupRule = (
  context: PermissionContext,
  user: PermissionUser,
  group: PermissionGroup,
) => GroupDenial | undefined

/** Managers may do everything; others need one of these permissions. Roles grant nothing. */
const groupRule =
  (...permissions: GroupPermission[]): GroupRule =>
  (context, user, group) => {
    const isAllowed =
      !group.isSystem &&
      (hasRealmPermission(context, user, 'can_manage_all_groups') ||
        hasGroupPermission(context, user, group, 'can_manage_group') ||
        permissions.some((one) => hasGroupPermission(context, user, group, one)))
    return isAllowed ? undefined : 'change-group-not-permitted'
  }

/** Changing the name, description, permissions and subgroups, and deactivating the group. */
export const manageGroupDenial = groupRule()
export const addMembersDenial = groupRule('can_add_members_group')
export const removeMembersDenial = groupRule('can_remove_members_group')
/** Adding only oneself. */
export const joinGroupDenial = groupRule('can_add_members_group', 'can_join_group')
/** Removing only oneself. */
export const leaveGroupDenial = groupRule('can_remove_members_group', 'can_leave_group')

export const createGroupDenial = (
  context: PermissionContext,
  user: PermissionUser,
): 'create-group-not-permitted' | undefined =>
  hasRealmPermission(context, user, 'can_create_groups') ? undefined : 'create-group-not-permitted'
