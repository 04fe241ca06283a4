import type { VirtualItem } from '@tanstack/react-virtual'
import { rowHeights } from './estimated-heights.ts'
import type { FeedVirtualizer } from './feed-virtualizer.ts'
import type { Row } from './rows.ts'

/** Heights to a fraction of a pixel, because rounding errors add up. */
export function measureRow(
  element: Element,
  entry: ResizeObserverEntry | undefined,
  instance: FeedVirtualizer,
  rows: readonly Row[],
): number {
  const index = instance.indexFromElement(element)
  const key = instance.options.getItemKey(index)
  const { itemSizeCache: measured } = instance
  const known = entry === undefined ? measured.get(key) : undefined
  if (known !== undefined) return known
  const height = toSubpixel(entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height)
  rowHeights.learn(rows[index], height)
  // The virtualizer itself records only heights that differ from the estimate.
  if (!measured.has(key) && instance.measurementsCache[index]?.size === height) measured.set(key, height)
  return height
}
const toSubpixel = (height: number) => Math.round(height * 64) / 64

/** Compensates changes of height above the top edge. A row across the edge grows downwards. */
export function isAboveTopEdge(item: VirtualItem, _: number, instance: FeedVirtualizer): boolean {
  const top = instance.scrollOffset ?? 0
  const size = instance.itemSizeCache.get(item.key)
  return size === undefined ? item.start < top : item.start + size <= top
}

/** Discards the heights of all rows and the estimates, and measures the drawn rows immediately. */
export function remeasureRows(virtualizer: FeedVirtualizer): void {
  const drawn = [...virtualizer.elementsCache].filter(([, row]) => row.isConnected)
  const heights = drawn.map(([key, row]) => [key, toSubpixel(row.getBoundingClientRect().height)] as const)
  rowHeights.forget()
  virtualizer.measure()
  for (const [key, height] of heights) virtualizer.itemSizeCache.set(key, height)
  // Asking for an item updates the layout.
  virtualizer.getVirtualItemForOffset(0)
}
