import { useEffect } from 'react'
import { correctTopic } from '../navigation/move-sync.ts'
import type { FeedModel, FeedSnapshot } from './feed-model.ts'
import { distanceFromEnd, type FeedVirtualizer, topSlot } from './feed-virtualizer.ts'

/** Distance from an end, in screens, at which more is loaded. */
const loadMarginScreens = 2

/** Loads more messages when the reader gets close to an end of the loaded range. Failed loads are retried on request only. */
export function useLoadMore(
  feed: FeedModel,
  { status, opening, hasOldest, hasNewest, older, newer, ids }: FeedSnapshot,
  isSettled: boolean,
  virtualizer: FeedVirtualizer,
): void {
  const margin = loadMarginScreens * (virtualizer.scrollRect?.height ?? 0)
  const isNearStart = (virtualizer.scrollOffset ?? 0) - topSlot < margin
  const isNearEnd = distanceFromEnd(virtualizer) < margin
  // After a page has loaded, the end may still be close.
  useEffect(() => {
    if (status !== 'ready' || !isSettled) return
    if (isNearStart && !hasOldest && older === 'idle') void feed.loadOlder()
    if (isNearEnd && !hasNewest && newer === 'idle') void feed.loadNewer()
  }, [feed, status, isSettled, isNearStart, isNearEnd, hasOldest, hasNewest, older, newer, ids])

  useEffect(() => {
    if (status === 'ready' && opening > 0) correctTopic(feed)
  }, [feed, status, opening])
}
