import { suggestionClass } from '../lib/rank.ts'
import type { Conversation, ConversationKey } from '../navigation/conversation.ts'
import type { UnreadConversation, UnreadCounts } from './unread.ts'

export type InboxBand = 'to-you' | 'following' | 'channels'
export type InboxFilter = 'all' | 'unmuted' | 'followed'

export interface InboxRow {
  key: ConversationKey
  conversation: Conversation
  band: InboxBand
  count: number
  hasMention: boolean
  isMuted: boolean
  isFollowed: boolean
  /** The newest unread message, which the row shows. */
  newest: number
  /** Read while the inbox is open; it stays, dimmed, until the inbox is left. */
  isRead: boolean
}

/** Each conversation once, in the highest band that applies. Messages of muted people are left out. */
export function inboxRows(counts: UnreadCounts, filter: InboxFilter = 'unmuted'): InboxRow[] {
  return [...counts.conversations.values()].flatMap((one) => {
    const band = bandOf(one)
    if (band === undefined) return []
    if (filter === 'followed' && !one.isFollowed) return []
    if (filter === 'unmuted' && one.isMuted && band !== 'to-you') return []
    return [{ ...about(one), band }]
  })
}

function bandOf({ conversation, isMuted, isFollowed, toYou }: UnreadConversation): InboxBand | undefined {
  if (toYou > 0) return 'to-you'
  if (conversation.kind === 'dm') return isMuted ? undefined : 'to-you'
  return isFollowed ? 'following' : 'channels'
}

const about = ({ key, conversation, ids, isMuted, isFollowed, mentions }: UnreadConversation) => ({
  key,
  conversation,
  count: ids.length,
  hasMention: mentions > 0,
  isMuted,
  isFollowed,
  newest: ids.reduce((a, b) => Math.max(a, b), 0),
  isRead: false,
})

/** The current rows, and those that were displayed and have been read since. */
export function keepRead(shown: readonly InboxRow[], rows: readonly InboxRow[]): InboxRow[] {
  const present = new Set(rows.map((row) => row.key))
  const read = shown
    .filter((row) => !present.has(row.key))
    .map((row) => ({ ...row, count: 0, hasMention: false, isRead: true }))
  return [...rows, ...read]
}

export interface Inbox {
  toYou: InboxRow[]
  following: InboxRow[]
  channels: { channelId: number; rows: InboxRow[]; count: number }[]
}

/** Newest first within a band; channels in the order of the sidebar. */
export function inboxOf(rows: readonly InboxRow[], channelRank: (channelId: number) => number): Inbox {
  const sorted = [...rows].sort((a, b) => b.newest - a.newest)
  const channels = new Map<number, InboxRow[]>()
  for (const row of sorted) {
    if (row.band !== 'channels' || row.conversation.kind !== 'topic') continue
    const { channelId } = row.conversation
    channels.set(channelId, [...(channels.get(channelId) ?? []), row])
  }
  return {
    toYou: sorted.filter((row) => row.band === 'to-you'),
    following: sorted.filter((row) => row.band === 'following'),
    channels: [...channels]
      .map(([channelId, inside]) => ({
        channelId,
        rows: inside,
        count: inside.reduce((sum, row) => sum + row.count, 0),
      }))
      .sort((a, b) => channelRank(a.channelId) - channelRank(b.channelId) || a.channelId - b.channelId),
  }
}

/** All rows from top to bottom, which is the order of the next-unread key. */
export const inboxOrder = ({ toYou, following, channels }: Inbox): InboxRow[] => [
  ...toYou,
  ...following,
  ...channels.flatMap(({ rows }) => rows),
]

/** Rows whose names match the text. */
export const filterByText = <R>(rows: readonly R[], text: string, nameOf: (row: R) => string): R[] =>
  text.trim() === '' ? [...rows] : rows.filter((row) => suggestionClass(text, nameOf(row)) !== undefined)
