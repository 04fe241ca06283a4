import type { PermissionContext, PermissionUser } from './context.ts'
import { hasRealmPermission } from './holders.ts'

/** Starting a call, in a place where the user can post. Everyone who can read there can join. */
export function startCallDenial(
  context: PermissionContext,
  user: PermissionUser,
): 'start-call-not-permitted' | undefined {
  return hasRealmPermission(context, user, 'can_start_calls_group') ? undefined : 'start-call-not-permitted'
}
