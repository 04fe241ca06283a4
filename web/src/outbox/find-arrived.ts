import type { Conversation } from '../navigation/conversation.ts'
import { toNarrow } from '../navigation/narrow.ts'
import { api } from '../session/api.ts'
import { myId } from '../session/session.ts'
import { confirmedIds } from './echo.ts'
import { findSent, type OutboxEntry } from './outbox.ts'

const maxSearched = 20

/** Searches the newest own messages of a conversation for an outbox entry. */
export async function findArrived(entry: OutboxEntry, place: Conversation): Promise<number | undefined> {
  const narrow = toNarrow(place, { me: myId(), searchTerms: () => [] })
  const { messages } = await api.getMessages({
    anchor: 'newest',
    num_before: maxSearched,
    num_after: 0,
    narrow: [...narrow, { operator: 'sender', operand: myId(), negated: false }],
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  return findSent(entry, messages, confirmedIds())
}
