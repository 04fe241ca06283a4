import { useEffect, useRef, useState } from 'react'
import type { FeedView } from '../navigation/narrow.ts'
import { useRouter } from '../navigation/router.ts'
import { messages, myId, onEvents } from '../session/session.ts'
import { unreadInView } from '../unread/unread-in-view.ts'
import {
  markerAfterArrival,
  markerAfterRemoval,
  markerAt,
  markerWhenSeen,
  type UnreadMarker,
} from '../unread/unread-marker.ts'
import type { FeedModel, FeedSnapshot } from './feed-model.ts'

const isUnread = (id: number) => messages.get(id)?.flags.includes('read') === false
const isAway = () => document.hidden || !document.hasFocus()

/** Unread messages of a view; only the loaded ones if the counts do not include them. */
const unreadHere = (view: FeedView, ids: readonly number[]) => {
  const known = unreadInView(view)
  return known.length > 0 ? known : ids.filter(isUnread)
}

/** The line before the first unread message. It is placed when the view is opened and then stays. */
export function useUnreadMarker(
  view: FeedView,
  feed: FeedModel,
  { ids, status }: FeedSnapshot,
): UnreadMarker | undefined {
  const visit = useRouter((state) => state.visit)
  const [marker, setMarker] = useState<UnreadMarker>()
  const placed = useRef(-1)
  const hasAnswered = useRef(false)
  const loaded = useRef<ReadonlySet<number>>(new Set())
  const isMarked = view.kind !== 'mentions' && view.kind !== 'starred' && view.kind !== 'search'

  if (isMarked && status === 'ready' && placed.current !== visit) {
    placed.current = visit
    hasAnswered.current = false
    setMarker(markerAt(unreadHere(view, ids)))
  }

  useEffect(() => {
    const before = loaded.current
    const now = new Set(ids)
    loaded.current = now
    const [first = Infinity, last = 0] = [ids[0], ids.at(-1)]
    // Unloaded messages are not removed; those missing within the range are.
    const gone = [...before].filter((id) => !now.has(id) && id >= first && id <= last)
    const deleted = [...before].filter((id) => messages.isDeleted(id))
    const left = new Set([...gone, ...deleted])
    if (left.size > 0) setMarker((marker) => markerAfterRemoval(marker, left, ids.filter(isUnread)))
  }, [ids])

  useEffect(() => {
    if (!isMarked) return
    const seen = () => !isAway() && setMarker(markerWhenSeen)
    addEventListener('focus', seen)
    const unfollow = onEvents((events) => {
      for (const event of events) {
        if (event.type === 'update_message_flags' && event.op === 'remove' && event.flag === 'read') {
          const here = new Set(feed.snapshot().ids)
          if (event.messages.some((id) => here.has(id))) setMarker(markerAt(unreadHere(view, [...here])))
        }
        if (event.type !== 'message' || !feed.snapshot().ids.includes(event.message.id)) continue
        const { id, sender_id: sender } = event.message
        const isOwn = sender === myId()
        if (isOwn) hasAnswered.current = true
        const arrival = { id, isOwn, hasAnswered: hasAnswered.current, isAway: isAway() }
        setMarker((before) => markerAfterArrival(before, arrival))
      }
    })
    return () => {
      removeEventListener('focus', seen)
      unfollow()
    }
  }, [isMarked, view, feed])
  return isMarked ? marker : undefined
}
