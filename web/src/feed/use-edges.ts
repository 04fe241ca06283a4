import { useEffect } from 'react'
import { correctTopic } from '../navigation/move-sync.ts'
import type { FeedModel, FeedSnapshot } from './feed-model.ts'
import { distanceFromEnd, type FeedVirtualizer, topSlot } from './use-feed-virtualizer.ts'

/** So many screens before an end, what is behind it is asked for. */
const near = 2

/** Loads on when an end of what is loaded comes near. What failed is tried again when somebody says so. */
export function useEdges(
  feed: FeedModel,
  { status, opening, hasOldest, hasNewest, older, newer, ids }: FeedSnapshot,
  isSettled: boolean,
  virtualizer: FeedVirtualizer,
): void {
  const margin = near * (virtualizer.scrollRect?.height ?? 0)
  const isNearStart = (virtualizer.scrollOffset ?? 0) - topSlot < margin
  const isNearEnd = distanceFromEnd(virtualizer) < margin
  // After a page has come the end may still be near.
  useEffect(() => {
    if (status !== 'ready' || !isSettled) return
    if (isNearStart && !hasOldest && older === 'idle') void feed.loadOlder()
    if (isNearEnd && !hasNewest && newer === 'idle') void feed.loadNewer()
  }, [feed, status, isSettled, isNearStart, isNearEnd, hasOldest, hasNewest, older, newer, ids])

  useEffect(() => {
    if (status === 'ready' && opening > 0) correctTopic(feed)
  }, [feed, status, opening])
}
