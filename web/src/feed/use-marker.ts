import { useEffect, useRef, useState } from 'react'
import type { FeedSnapshot } from '../state/feed-model.ts'
import type { FeedView } from '../state/narrow.ts'
import { messages, myId, onEvents } from '../state/session.ts'
import {
  type Marker,
  markerAfterArrival,
  markerAfterRemoval,
  markerAt,
  markerWhenSeen,
} from '../state/unread-marker.ts'

const isUnread = (id: number) => messages.get(id)?.flags.includes('read') === false
const isAway = () => document.hidden || !document.hasFocus()

/** The line before the first unread message: placed when the view is opened, and frozen. */
export function useMarker(view: FeedView, { ids, status, opening }: FeedSnapshot): Marker | undefined {
  const [marker, setMarker] = useState<Marker>()
  const placed = useRef(-1)
  const hasAnswered = useRef(false)
  const loaded = useRef(new Set<number>())
  const isMarked = view.kind !== 'mentions' && view.kind !== 'starred' && view.kind !== 'search'

  if (isMarked && status === 'ready' && placed.current !== opening) {
    placed.current = opening
    hasAnswered.current = false
    setMarker(markerAt(ids.filter(isUnread)))
  }

  useEffect(() => {
    const gone = [...loaded.current].filter((id) => messages.isDeleted(id))
    if (gone.length > 0) setMarker((before) => markerAfterRemoval(before, new Set(gone), ids.filter(isUnread)))
    loaded.current = new Set(ids)
  }, [ids])

  useEffect(() => {
    if (!isMarked) return
    const seen = () => !isAway() && setMarker(markerWhenSeen)
    addEventListener('focus', seen)
    const unfollow = onEvents((events) => {
      for (const event of events) {
        if (event.type !== 'message' || !loaded.current.has(event.message.id)) continue
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
  }, [isMarked])
  return isMarked ? marker : undefined
}
