import type { Conversation, ConversationKey } from '../navigation/conversation.ts'
import { keyOf } from '../navigation/conversation.ts'

export interface RecentMessage {
  id: number
  senderId: number
  timestamp: number
  conversation: Conversation
}

export interface RecentRow {
  key: ConversationKey
  /** With the topic as spelled in its newest message. */
  conversation: Conversation
  /** IDs of senders, newest first. */
  participants: readonly number[]
  newest: number
  timestamp: number
  unread: number
  hasMention: boolean
  tookPart: boolean
  isFollowed: boolean
  isMuted: boolean
}

interface UnreadLike {
  ids: readonly number[]
  mentions: number
}

export interface RecentContext {
  me: number
  unreadOf(key: ConversationKey): UnreadLike | undefined
  isFollowed(conversation: Conversation): boolean
  isMuted(conversation: Conversation): boolean
}

/** Maximum avatars. */
const maxParticipants = 5

/** One row per conversation of the messages, newest first. */
export function recentRows(messages: Iterable<RecentMessage>, context: RecentContext): RecentRow[] {
  const newestFirst = [...messages].sort((a, b) => b.id - a.id)
  const groups = Map.groupBy(newestFirst, (message) => keyOf(message.conversation))
  return [...groups].flatMap(([key, [latest, ...earlier]]) => {
    if (latest === undefined) return []
    const { conversation, id: newest, timestamp } = latest
    const writers = [...new Set([latest, ...earlier].map((message) => message.senderId))]
    const unread = context.unreadOf(key)
    return {
      key,
      conversation,
      participants: writers.slice(0, maxParticipants),
      newest,
      timestamp,
      unread: unread?.ids.length ?? 0,
      hasMention: (unread?.mentions ?? 0) > 0,
      tookPart: writers.includes(context.me),
      isFollowed: context.isFollowed(conversation),
      isMuted: context.isMuted(conversation),
    }
  })
}

/** All active filters must match; `includeMuted` adds rows instead. */
export interface RecentChips {
  unread?: boolean
  tookPart?: boolean
  followed?: boolean
  direct?: boolean
  includeMuted?: boolean
}

export const filterRecent = (rows: readonly RecentRow[], chips: RecentChips): RecentRow[] =>
  rows.filter(
    (row) =>
      (!chips.unread || row.unread > 0) &&
      (!chips.tookPart || row.tookPart) &&
      (!chips.followed || row.isFollowed) &&
      (!chips.direct || row.conversation.kind === 'dm') &&
      (chips.includeMuted || !row.isMuted || row.hasMention),
  )

export const sortRecent = (rows: readonly RecentRow[], by: 'time' | 'unread'): RecentRow[] =>
  [...rows].sort((a, b) => (by === 'unread' ? b.unread - a.unread : 0) || b.newest - a.newest)
