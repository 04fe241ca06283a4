import { type Conversation, keyOf } from '../navigation/conversation.ts'
import type { InboxRow } from './inbox.ts'

/** `any`: the key N; `followed`: Shift+N; `dm`: P. */
export type NextUnreadKind = 'any' | 'followed' | 'dm'

/**
 * Where to read on: rows in the order of the inbox, and the conversation that is open. From a row that is still unread it
 * goes on below it; from one that is read it takes what is for the reader first, then the rest of the same channel, then what
 * follows that channel. Ends are joined, and the open conversation is never the next.
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
