import type { BodyOf, InitialState, UnreadMessages } from '@loquat/contract'
import { patch } from './people.ts'
import { isUnread, withoutUnread, withUnread } from './unread.ts'
import { mutedTopicLookup } from './user-topics.ts'

/** Moves unread messages with their topic; an edit may add or remove a mention. */
export function withMessageChange(state: InitialState, event: BodyOf<'update_message'>): InitialState {
  if (losesMovedMessages(state, event)) return withoutMessages(state, event)
  const { unread_msgs: before } = state
  if (before === undefined || event.rendering_only) return state
  const moved = event.subject !== undefined || event.new_stream_id !== undefined
  const unread = moved ? movedUnread(before, state.user_id ?? 0, event) : before
  return patch(state, { unread_msgs: withMention(state, unread, event) })
}

/**
 * True for users of the old channel who are not subscribed to the new one: moved messages leave their state, though
 * they may still be readable.
 */
function losesMovedMessages(
  { subscriptions = [], unsubscribed = [] }: InitialState,
  { stream_id, new_stream_id }: BodyOf<'update_message'>,
): boolean {
  if (new_stream_id === undefined || subscriptions.some((one) => one.stream_id === new_stream_id))
    return false
  return [...subscriptions, ...unsubscribed].some((one) => one.stream_id === stream_id)
}

function movedUnread(before: UnreadMessages, me: number, event: BodyOf<'update_message'>): UnreadMessages {
  const ids = event.message_ids.filter((id) => isUnread(before, id))
  const channelId = event.new_stream_id ?? event.stream_id ?? 0
  const topic = event.subject ?? event.orig_subject ?? ''
  let unread = withoutUnread(before, ids)
  for (const id of ids) {
    unread = withUnread(unread, me, id, { kind: 'channel', channelId, topic }, before.mentions.includes(id))
  }
  return unread
}

/** The event's flags belong to its first message, so only that one can be listed as a mention. */
function withMention(
  state: InitialState,
  unread: UnreadMessages,
  { message_id: id, flags }: BodyOf<'update_message'>,
): UnreadMessages {
  if (!isUnread(unread, id)) return unread
  const place = unread.streams.find((entry) => entry.unread_message_ids.includes(id))
  const isMuted = place !== undefined && mutedTopicLookup(state)(place.stream_id, place.topic)
  const others = unread.mentions.filter((one) => one !== id)
  const mentioned = flags.includes('mentioned') || (flags.includes('wildcard_mentioned') && !isMuted)
  return { ...unread, mentions: mentioned ? [...others, id].sort((a, b) => a - b) : others }
}

export function withoutMessages(
  state: InitialState,
  event: Pick<BodyOf<'delete_message'>, 'message_id' | 'message_ids'>,
): InitialState {
  const ids = event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id])
  return patch(state, {
    unread_msgs: state.unread_msgs && withoutUnread(state.unread_msgs, ids),
    starred_messages: state.starred_messages?.filter((id) => !ids.includes(id)),
  })
}
