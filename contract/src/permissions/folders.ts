import type { PermissionContext, PermissionUser } from './context.ts'
import { hasRealmPermission } from './holders.ts'

/** Creating, changing, ordering and archiving channel folders of the organization. */
export const manageFoldersDenial = (
  context: PermissionContext,
  user: PermissionUser,
): 'manage-folders-not-permitted' | undefined =>
  hasRealmPermission(context, user, 'can_manage_channel_folders_group')
    ? undefined
    : 'manage-folders-not-permitted'
