import { type Conversation, keyOf } from './conversation.ts'
import { unread } from './derived.ts'
import { type InboxRow, inboxOf, inboxOrder, inboxRows } from './inbox.ts'
import { nextUnread, type Wanted } from './next-unread.ts'
import { org } from './session.ts'
import { channelSections } from './sidebar.ts'

/** Where a channel stands in the sidebar. */
export function channelRank(): (channelId: number) => number {
  const { pinned, others, inactive } = channelSections(org())
  const ranks = new Map([...pinned, ...others, ...inactive].map((one, index) => [one.stream_id, index]))
  return (id) => ranks.get(id) ?? ranks.size
}

/** The conversation to read next, in the order of the inbox. */
export function nextToRead(
  current: Conversation | undefined,
  wanted: Wanted = 'any',
): Conversation | undefined {
  const rank = channelRank()
  const order: readonly InboxRow[] = inboxOrder(inboxOf(inboxRows(unread()), rank))
  const next = nextUnread(order, current, wanted, rank)
  return next !== undefined && current !== undefined && keyOf(next) === keyOf(current) ? undefined : next
}
