import {
  isAdmin,
  isModerator,
  type PermissionChannel,
  type PermissionContext,
  type PermissionUser,
} from './context.ts'
import { isPastLimit } from './editing.ts'
import { hasChannelPermission, hasRealmPermission } from './holders.ts'
import { canReadChannel } from './visibility.ts'

/** Time limits for moving do not apply to moderators and above. */
export const hasNoMoveLimit = isModerator

/** Channels that messages can be moved to. */
export function moveTargetDenial(
  context: PermissionContext,
  user: PermissionUser,
  channel: PermissionChannel,
): 'archived' | 'no-access' | undefined {
  if (channel.isArchived) return 'archived'
  return canReadChannel(context, user, channel) ? undefined : 'no-access'
}

/** Moving a message to another topic. */
export function moveToTopicDenial(
  context: PermissionContext,
  user: PermissionUser,
  ageMs: number,
  graceMs = 0,
): 'move-not-permitted' | 'move-late' | undefined {
  if (!hasRealmPermission(context, user, 'can_move_messages_between_topics_group')) {
    return 'move-not-permitted'
  }
  const limit = context.setting('move_messages_within_stream_limit_seconds')
  return !hasNoMoveLimit(user) && isPastLimit(ageMs, limit, graceMs) ? 'move-late' : undefined
}

/** Moving a message to another channel, which {@link moveTargetDenial} has accepted. */
export function moveToChannelDenial(
  context: PermissionContext,
  user: PermissionUser,
  channel: PermissionChannel,
  ageMs: number,
  graceMs = 0,
): 'move-not-permitted' | 'post-not-permitted' | 'move-late' | undefined {
  if (!hasRealmPermission(context, user, 'can_move_messages_between_channels_group')) {
    return 'move-not-permitted'
  }
  if (!hasChannelPermission(context, user, channel, 'can_send_message_group')) return 'post-not-permitted'
  const limit = context.setting('move_messages_between_streams_limit_seconds')
  return !hasNoMoveLimit(user) && isPastLimit(ageMs, limit, graceMs) ? 'move-late' : undefined
}

/** Marking a topic as resolved or unresolved. */
export function resolveDenial(
  context: PermissionContext,
  user: PermissionUser,
  topic: string,
): 'resolve-no-topic' | 'resolve-not-permitted' | undefined {
  if (topic === '') return 'resolve-no-topic'
  return hasRealmPermission(context, user, 'can_resolve_topics_group') ? undefined : 'resolve-not-permitted'
}

/** Deleting a topic with all its messages. */
export function deleteTopicDenial(
  context: PermissionContext,
  user: PermissionUser,
  channel: PermissionChannel | undefined,
): 'administrators-only' | 'archived' | 'no-access' | undefined {
  if (!isAdmin(user)) return 'administrators-only'
  return channel === undefined ? 'no-access' : moveTargetDenial(context, user, channel)
}
