import { useMemo, useRef } from 'react'
import { conversationOf, keyOf } from '../state/conversation.ts'
import { useMutedPeople } from '../state/derived.ts'
import type { FeedSnapshot } from '../state/feed-model.ts'
import { type FeedView, isConversation } from '../state/narrow.ts'
import { usePendingIn } from '../state/pending.ts'
import { messages, myId } from '../state/session.ts'
import { peopleById } from '../state/people.ts'
import { useOrg } from '../state/session.ts'
import { type Row, type RowMessage, rowKeyOf } from '../state/rows.ts'
import { reuseRows, toRows } from '../state/to-rows.ts'
import { dateOf } from '../state/times.ts'
import type { Marker } from '../state/unread-marker.ts'
import { keyOfSent } from '../state/pending.ts'

/** The rows of what a list has loaded, with those that stayed the same being the same objects. */
export function useRows(
  view: FeedView,
  { ids, hasOldest, hasNewest }: FeedSnapshot,
  marker: Marker | undefined,
  openFolds: ReadonlySet<string>,
): readonly Row[] {
  const before = useRef<readonly Row[]>([])
  const muted = useMutedPeople()
  const people = useOrg(peopleById)
  const pending = usePendingIn(view)
  return useMemo(() => {
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
      pending: hasNewest ? pending : [],
      rowKeyOf: (id) => keyOfSent(id) ?? rowKeyOf(id),
    })
    before.current = reuseRows(before.current, rows)
    return before.current
  }, [view, ids, hasOldest, hasNewest, marker, openFolds, muted, people, pending])
}
