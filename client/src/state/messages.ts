import type { BodyOf, InitialState, UnreadMessages } from '@loquat/contract'
import { withFirstMessage } from './channels.ts'
import { patch } from './people.ts'
import { type UnreadPlace, withoutUnread, withUnread } from './unread.ts'
import { mutedTopicLookup } from './user-topics.ts'

export function withMessage(state: InitialState, { message, flags }: BodyOf<'message'>): InitialState {
  const { id, stream_id: channelId, display_recipient: recipient } = message
  const me = state.user_id ?? 0
  const people = typeof recipient === 'string' ? [] : recipient.map((person) => person.id)
  const next = patch(state, {
    max_message_id: Math.max(state.max_message_id ?? -1, id),
    ...(channelId === undefined
      ? { recent_private_conversations: withConversation(state, me, people, id) }
      : {}),
  })
  const noted = channelId === undefined ? next : withFirstMessage(next, channelId, id)
  if (flags.includes('read') || noted.unread_msgs === undefined || isNotSubscribed(state, channelId))
    return noted
  const place: UnreadPlace =
    channelId === undefined
      ? { kind: 'direct', userIds: people }
      : { kind: 'channel', channelId, topic: message.subject }
  // Wildcard mentions do not count in muted topics.
  const isMuted = channelId !== undefined && mutedTopicLookup(noted)(channelId, message.subject)
  const mentioned = flags.includes('mentioned') || (flags.includes('wildcard_mentioned') && !isMuted)
  return patch(noted, { unread_msgs: withUnread(noted.unread_msgs, me, id, place, mentioned) })
}

/** Messages from channels without a subscription, such as mentions of a bot, do not count as unread. */
const isNotSubscribed = ({ subscriptions }: InitialState, channelId: number | undefined) =>
  channelId !== undefined && subscriptions?.every((one) => one.stream_id !== channelId) === true

function withConversation(state: InitialState, me: number, people: number[], id: number) {
  const user_ids = people.filter((person) => person !== me).sort((a, b) => a - b)
  const name = user_ids.join(',')
  const others = state.recent_private_conversations?.filter((one) => one.user_ids.join(',') !== name)
  return others && [{ user_ids, max_message_id: id }, ...others]
}

const nothingUnread: UnreadMessages = {
  count: 0,
  pms: [],
  streams: [],
  huddles: [],
  mentions: [],
  old_unreads_missing: false,
}

export function withFlag(state: InitialState, event: BodyOf<'update_message_flags:add'>): InitialState {
  if (event.flag === 'read' && state.unread_msgs !== undefined) {
    const unread_msgs = event.all ? nothingUnread : withoutUnread(state.unread_msgs, event.messages)
    return patch(state, { unread_msgs })
  }
  if (event.flag !== 'starred' || state.starred_messages === undefined) return state
  const starred = new Set([...state.starred_messages, ...event.messages])
  return patch(state, { starred_messages: [...starred].sort((a, b) => a - b) })
}

export function withoutFlag(state: InitialState, event: BodyOf<'update_message_flags:remove'>): InitialState {
  if (event.flag === 'starred') {
    return patch(state, {
      starred_messages: state.starred_messages?.filter((id) => !event.messages.includes(id)),
    })
  }
  if (event.flag !== 'read' || state.unread_msgs === undefined) return state
  let unread = state.unread_msgs
  for (const [id, detail] of Object.entries(event.message_details ?? {})) {
    const place: UnreadPlace =
      detail.type === 'private'
        ? { kind: 'direct', userIds: detail.user_ids ?? [] }
        : { kind: 'channel', channelId: detail.stream_id ?? 0, topic: detail.topic ?? '' }
    unread = withUnread(unread, state.user_id ?? 0, Number(id), place, detail.mentioned === true)
  }
  return patch(state, { unread_msgs: unread })
}
