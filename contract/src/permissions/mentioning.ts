import type { PermissionContext, PermissionGroup, PermissionUser } from './context.ts'
import { hasGroupPermission, hasRealmPermission } from './holders.ts'

/** Wildcard mentions of more people than this require permission. */
export const maxFreeWildcardSize = 15

/** Mentioning everyone in a channel or topic. `size` is the number of people it notifies. */
export const wildcardDenial = (
  context: PermissionContext,
  sender: PermissionUser,
  size: number,
): 'wildcard-not-permitted' | undefined =>
  size <= maxFreeWildcardSize || hasRealmPermission(context, sender, 'can_mention_many_users_group')
    ? undefined
    : 'wildcard-not-permitted'

export const mentionGroupDenial = (
  context: PermissionContext,
  sender: PermissionUser,
  group: PermissionGroup,
): 'group-not-permitted' | undefined =>
  hasGroupPermission(context, sender, group, 'can_mention_group') ? undefined : 'group-not-permitted'
