import { useMemo, useRef } from 'react'
import { useDays } from '../state/clock.ts'
import { conversationOf, keyOf } from '../state/conversation.ts'
import { useMutedPeople } from '../state/derived.ts'
import type { FeedSnapshot } from '../state/feed-model.ts'
import { type FeedView, isConversation } from '../state/narrow.ts'
import { keyOfSent, usePendingIn } from '../state/pending.ts'
import { peopleById } from '../state/people.ts'
import { type Row, type RowMessage, rowKeyOf } from '../state/rows.ts'
import { messages, myId, useOrg } from '../state/session.ts'
import { dateOf } from '../state/times.ts'
import { reuseRows, toRows } from '../state/to-rows.ts'
import type { Marker } from '../state/unread-marker.ts'

/** There is nothing to show of what was asked for. */
export const isUnloaded = ({ status, ids }: FeedSnapshot) => status !== 'ready' && ids.length === 0

/** What is written and what arrives meanwhile is shown all the same. */
const onlyLate = (snapshot: FeedSnapshot) => ({
  ...snapshot,
  ids: snapshot.late,
  hasOldest: true,
  hasNewest: true,
})

/** The rows of what a list has loaded, with those that stayed the same being the same objects. */
export function useRows(
  view: FeedView,
  snapshot: FeedSnapshot,
  marker: Marker | undefined,
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
        isWidget: found.submessages.length > 0,
        isNotice: sender?.is_system_bot === true && found.stream_id !== undefined,
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
