import { type Conversation, keyOf } from '../navigation/conversation.ts'
import type { InboxRow } from './inbox.ts'

/** `any`: the key N; `followed`: Shift+N; `dm`: P. */
export type NextUnreadKind = 'any' | 'followed' | 'dm'

/**
 * The next conversation to read, in the order of the inbox. From an unread conversation it continues below;
 * from a read one it prefers direct messages, mentions and followed topics, then the same channel, then the channels after
 * it. It wraps around, and never returns the open conversation.
 */
export function nextUnread(
  order: readonly InboxRow[],
  current: Conversation | undefined,
  wanted: NextUnreadKind,
  channelRank: (channelId: number) => number,
): Conversation | undefined {
  const here = current && keyOf(current)
  const rows = order.filter((row) => !row.isRead && fits(row, wanted))
  const others = rows.filter((row) => row.key !== here)
  const at = rows.findIndex((row) => row.key === here)
  const below = rows.slice(at + 1)
  if (at >= 0) return (below[0] ?? others[0])?.conversation
  return (urgent(others) ?? onward(others, current, channelRank) ?? others[0])?.conversation
}

function fits({ conversation, isFollowed }: InboxRow, wanted: NextUnreadKind): boolean {
  if (wanted === 'dm') return conversation.kind === 'dm'
  return wanted === 'any' || isFollowed
}

const urgent = (rows: readonly InboxRow[]) => rows.find((row) => row.band !== 'channels')

function onward(
  rows: readonly InboxRow[],
  current: Conversation | undefined,
  channelRank: (channelId: number) => number,
): InboxRow | undefined {
  if (current?.kind !== 'topic') return undefined
  const rank = channelRank(current.channelId)
  return rows.find(
    ({ conversation }) => conversation.kind === 'topic' && channelRank(conversation.channelId) >= rank,
  )
}
