import type { InitialState, MessageObject } from '@loquat/contract'
import { channelIn, holdsInRealm } from './can-holds.ts'
import { canPost, type PostReason } from './can-post.ts'

export type ChangeReason =
  | 'archived'
  | 'edit-off'
  | 'edit-not-own'
  | 'edit-late'
  | 'edit-poll'
  | 'delete-not-permitted'
  | 'delete-late'
  | 'move-direct'
  | 'move-not-permitted'
  | 'move-late'
  | 'resolve-not-permitted'
  | 'resolve-no-topic'

export type ChangedMessage = Pick<MessageObject, 'sender_id' | 'stream_id' | 'timestamp'> & {
  submessages?: readonly unknown[]
}

/** How many milliseconds are left until a limit, given in seconds. None is forever. */
export const timeLeft = (timestamp: number, limit: number | null | undefined, now: number): number =>
  limit === null || limit === undefined ? Number.POSITIVE_INFINITY : (timestamp + limit) * 1000 - now

const isLate = (message: ChangedMessage, limit: number | null | undefined, now: number) =>
  timeLeft(message.timestamp, limit, now) <= 0

/** Nothing is changed in a channel that is archived. */
export const canTouch = (state: InitialState, channelId: number | undefined): true | 'archived' =>
  channelId !== undefined && channelIn(state, channelId)?.is_archived ? 'archived' : true

export function canEdit(state: InitialState, message: ChangedMessage, now: number): true | ChangeReason {
  const touch = canTouch(state, message.stream_id)
  if (touch !== true) return touch
  if (message.sender_id !== state.user_id) return 'edit-not-own'
  if (state.realm_allow_message_editing === false) return 'edit-off'
  if ((message.submessages?.length ?? 0) > 0) return 'edit-poll'
  return isLate(message, state.realm_message_content_edit_limit_seconds, now) ? 'edit-late' : true
}

export function canDelete(state: InitialState, message: ChangedMessage, now: number): true | ChangeReason {
  const touch = canTouch(state, message.stream_id)
  if (touch !== true) return touch
  if (holdsInRealm(state, 'can_delete_any_message_group')) return true
  const sender = state.realm_users?.find((user) => user.user_id === message.sender_id)
  const isOwn =
    message.sender_id === state.user_id || (sender?.is_bot === true && sender.bot_owner_id === state.user_id)
  if (!isOwn || !holdsInRealm(state, 'can_delete_own_message_group')) return 'delete-not-permitted'
  return isLate(message, state.realm_message_content_delete_limit_seconds, now) ? 'delete-late' : true
}

/** Into another topic, or into another channel. Limits are not for moderators and administrators. */
export function canMove(
  state: InitialState,
  message: ChangedMessage,
  toChannelId: number | undefined,
  now: number,
): true | ChangeReason | PostReason {
  if (message.stream_id === undefined) return 'move-direct'
  const touch = canTouch(state, message.stream_id)
  if (touch !== true) return touch
  const isElsewhere = toChannelId !== undefined && toChannelId !== message.stream_id
  const permission = isElsewhere
    ? 'can_move_messages_between_channels_group'
    : 'can_move_messages_between_topics_group'
  if (!holdsInRealm(state, permission)) return 'move-not-permitted'
  if (isElsewhere) {
    const post = canPost(state, toChannelId)
    if (post !== true) return post
  }
  const limit = isElsewhere
    ? state.realm_move_messages_between_streams_limit_seconds
    : state.realm_move_messages_within_stream_limit_seconds
  const isFree = state.is_admin === true || state.is_moderator === true
  return !isFree && isLate(message, limit, now) ? 'move-late' : true
}

export function canResolve(state: InitialState, channelId: number, topic: string): true | ChangeReason {
  const touch = canTouch(state, channelId)
  if (touch !== true) return touch
  if (topic === '') return 'resolve-no-topic'
  return holdsInRealm(state, 'can_resolve_topics_group') ? true : 'resolve-not-permitted'
}
