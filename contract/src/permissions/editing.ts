import type { PermissionChannel, PermissionContext, PermissionUser } from './context.ts'
import { hasRealmPermission } from './holders.ts'
import { canReadMessage } from './visibility.ts'

/** Whether a limit has passed. The server grants a grace period to requests that are in flight when it expires. */
export const isPastLimit = (ageMs: number, limitSeconds: number | null, graceMs = 0): boolean =>
  limitSeconds !== null && ageMs > limitSeconds * 1_000 + graceMs

/** Changing or reacting to any message of a channel. */
export function changeMessageDenial(
  context: PermissionContext,
  user: PermissionUser,
  channel: PermissionChannel,
  isInHistory: boolean,
): 'archived' | 'no-access' | undefined {
  if (channel.isArchived) return 'archived'
  return canReadMessage(context, user, channel, isInHistory) ? undefined : 'no-access'
}

export type EditDenial = 'edit-off' | 'edit-not-own' | 'edit-late'

/** Editing the content of a message. */
export function editDenial(
  context: PermissionContext,
  user: PermissionUser,
  senderId: number,
  ageMs: number,
  graceMs = 0,
): EditDenial | undefined {
  if (!context.setting('allow_message_editing')) return 'edit-off'
  if (senderId !== user.id) return 'edit-not-own'
  const limit = context.setting('message_content_edit_limit_seconds')
  return isPastLimit(ageMs, limit, graceMs) ? 'edit-late' : undefined
}

/** Polls and to-do lists refer to their content, so it stays as it is. */
export const editWidgetDenial = (hasWidget: boolean): 'edit-poll' | undefined =>
  hasWidget ? 'edit-poll' : undefined

/** Deleting a message. Messages of own bots count as own. */
export function deleteDenial(
  context: PermissionContext,
  user: PermissionUser,
  senderId: number,
  ageMs: number,
): 'delete-not-permitted' | 'delete-late' | undefined {
  if (hasRealmPermission(context, user, 'can_delete_any_message_group')) return undefined
  const isOwn = senderId === user.id || context.user(senderId)?.botOwnerId === user.id
  if (!isOwn || !hasRealmPermission(context, user, 'can_delete_own_message_group')) {
    return 'delete-not-permitted'
  }
  const limit = context.setting('message_content_delete_limit_seconds')
  return isPastLimit(ageMs, limit) ? 'delete-late' : undefined
}
