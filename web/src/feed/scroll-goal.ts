import { type FeedView, isConversation } from '../navigation/narrow.ts'
import type { HistoryState } from '../navigation/router.ts'
import { type FeedVirtualizer, isAtMeasuredWidth } from './feed-virtualizer.ts'
import type { Row } from './rows.ts'

/** A scroll target: the end, a row at an offset in pixels from the top edge, or a row at a part of the height. */
export type ScrollGoal = 'end' | { key: string; offset: number } | { row: string; part: number }

/** Height of the sticky recipient bar of mixed feeds. */
const barHeight = 40
export const goalAtTop = (key: string, view: FeedView): ScrollGoal => ({
  key,
  offset: isConversation(view) ? 0 : -barHeight,
})

export function savedRow(rows: readonly Row[], { anchorKey }: HistoryState): Row | undefined {
  return anchorKey === undefined ? undefined : rows.find((row) => row.key === anchorKey)
}

export function offsetOf(
  goal: ScrollGoal,
  rows: readonly Row[],
  virtualizer: FeedVirtualizer,
): number | undefined {
  // Asking for an item updates the layout.
  virtualizer.getVirtualItemForOffset(0)
  const height = virtualizer.scrollRect?.height ?? 0
  const end = Math.max(0, virtualizer.getTotalSize() - height)
  if (goal === 'end') return end
  const name = 'key' in goal ? goal.key : goal.row
  const item = virtualizer.measurementsCache[rows.findIndex((row) => row.key === name)]
  if (item === undefined) return undefined
  const offset = 'key' in goal ? item.start + goal.offset : item.start - goal.part * height
  return Math.max(0, Math.min(offset, end))
}

/** Whether all visible rows are measured at the current width. */
export function isMeasured(virtualizer: FeedVirtualizer): boolean {
  if (!isAtMeasuredWidth(virtualizer)) return false
  const top = virtualizer.scrollOffset ?? 0
  const bottom = top + (virtualizer.scrollRect?.height ?? 0)
  return virtualizer
    .getVirtualItems()
    .every(({ key, start, end }) => end < top || start > bottom || virtualizer.itemSizeCache.has(key))
}
