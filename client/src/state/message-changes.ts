import type { BodyOf, InitialState, UnreadMessages } from '@loquat/contract'
import { patch } from './people.ts'
import { isUnread, withoutUnread, withUnread } from './unread.ts'

/** Unread messages follow to where they were moved; an edit may add or take away a mention. */
export function withMessageChange(state: InitialState, event: BodyOf<'update_message'>): InitialState {
  const { unread_msgs: before } = state
  if (before === undefined || event.rendering_only) return state
  const moved = event.subject !== undefined || event.new_stream_id !== undefined
  const unread = moved ? movedUnread(before, state.user_id ?? 0, event) : before
  return patch(state, { unread_msgs: withMention(unread, event) })
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

function withMention(unread: UnreadMessages, event: BodyOf<'update_message'>): UnreadMessages {
  const { message_id: id, flags, content } = event
  if (content === undefined || !isUnread(unread, id)) return unread
  const others = unread.mentions.filter((one) => one !== id)
  const mentioned = flags.includes('mentioned') || flags.includes('wildcard_mentioned')
  return { ...unread, mentions: mentioned ? [...others, id].sort((a, b) => a - b) : others }
}

export function withoutMessages(state: InitialState, event: BodyOf<'delete_message'>): InitialState {
  const ids = event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id])
  return patch(state, {
    unread_msgs: state.unread_msgs && withoutUnread(state.unread_msgs, ids),
    starred_messages: state.starred_messages?.filter((id) => !ids.includes(id)),
  })
}
