import { hasWidget } from '@loquat/contract/light'
import { useMemo, useRef } from 'react'
import { useDays } from '../lib/clock.ts'
import { useMutedPeople } from '../lib/derived.ts'
import { dateOf } from '../lib/times.ts'
import { keyOfSent, usePendingIn } from '../messages/pending-message.ts'
import { conversationOf, keyOf } from '../navigation/conversation.ts'
import { type FeedView, isConversation } from '../navigation/narrow.ts'
import { isNotice, peopleById } from '../people/people.ts'
import { messages, myId, useOrg } from '../session/session.ts'
import type { UnreadMarker } from '../unread/unread-marker.ts'
import type { FeedSnapshot } from './feed-model.ts'
import { type Row, type RowMessage, rowKeyOf } from './rows.ts'
import { reuseRows, toRows } from './to-rows.ts'

/** Whether nothing is loaded. */
export const isUnloaded = ({ status, ids }: FeedSnapshot) => status !== 'ready' && ids.length === 0

/** Only the messages that arrived while nothing is loaded. */
const onlyLate = (snapshot: FeedSnapshot) => ({
  ...snapshot,
  ids: snapshot.late,
  hasOldest: true,
  hasNewest: true,
})

/** The rows of a feed. Unchanged rows keep their identity. */
export function useRows(
  view: FeedView,
  snapshot: FeedSnapshot,
  marker: UnreadMarker | undefined,
  openFolds: ReadonlySet<string>,
): readonly Row[] {
  const { ids, hasOldest, hasNewest, pageStarts } = isUnloaded(snapshot) ? onlyLate(snapshot) : snapshot
  const before = useRef<readonly Row[]>([])
  const muted = useMutedPeople()
  const people = useOrg(peopleById)
  const pending = usePendingIn(view)
  const days = useDays((state) => state.version)
  return useMemo(() => {
    void days
    const message = (id: number): RowMessage | undefined => {
      const found = messages.get(id)
      if (found === undefined) return undefined
      const sender = people.get(found.sender_id)
      return {
        conversation: keyOf(conversationOf(found, myId())),
        senderId: found.sender_id,
        timestamp: found.timestamp,
        isMe: found.is_me_message,
        isWidget: hasWidget(found.submessages),
        isNotice: isNotice(found, sender),
      }
    }
    const rows = toRows(ids, {
      message,
      dateOf,
      isMixed: !isConversation(view),
      hasOldest,
      marker,
      isMutedSender: (id) => muted.has(id),
      openFolds,
      pageStarts,
      pending: hasNewest ? pending : [],
      rowKeyOf: (id) => keyOfSent(id) ?? rowKeyOf(id),
    })
    before.current = reuseRows(before.current, rows)
    return before.current
  }, [view, ids, hasOldest, hasNewest, pageStarts, marker, openFolds, muted, people, pending, days])
}
