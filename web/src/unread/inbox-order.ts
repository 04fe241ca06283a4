import { unread } from '../lib/derived.ts'
import { type Conversation, keyOf } from '../navigation/conversation.ts'
import { org } from '../session/session.ts'
import { channelSections, channelsInOrder } from '../shell/sidebar.ts'
import { type InboxRow, inboxOf, inboxOrder, inboxRows } from './inbox.ts'
import { type NextUnreadKind, nextUnread } from './next-unread.ts'

/** Position of a channel in the sidebar. */
export function channelRank(): (channelId: number) => number {
  const channels = channelsInOrder(channelSections(org()))
  const ranks = new Map(channels.map((one, index) => [one.stream_id, index]))
  return (id) => ranks.get(id) ?? ranks.size
}

/** The next unread conversation in the order of the inbox. */
export function nextToRead(
  current: Conversation | undefined,
  wanted: NextUnreadKind = 'any',
): Conversation | undefined {
  const rank = channelRank()
  const order: readonly InboxRow[] = inboxOrder(inboxOf(inboxRows(unread()), rank))
  const next = nextUnread(order, current, wanted, rank)
  return next !== undefined && current !== undefined && keyOf(next) === keyOf(current) ? undefined : next
}
