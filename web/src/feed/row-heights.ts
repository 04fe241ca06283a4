import type { VirtualItem } from '@tanstack/react-virtual'
import type { FeedVirtualizer } from './feed-virtualizer.ts'

/** Heights to a fraction of a pixel, because rounding errors add up. */
export function measureRow(
  row: Element,
  entry: ResizeObserverEntry | undefined,
  instance: FeedVirtualizer,
): number {
  const known = entry === undefined ? instance.itemSizeCache.get(keyOfRow(row, instance)) : undefined
  return known ?? toSubpixel(entry?.borderBoxSize[0]?.blockSize ?? row.getBoundingClientRect().height)
}
const toSubpixel = (height: number) => Math.round(height * 64) / 64
const keyOfRow = (row: Element, instance: FeedVirtualizer) =>
  instance.options.getItemKey(instance.indexFromElement(row))

/** Compensates changes of height above the top edge. A row across the edge grows downwards. */
export function isAboveTopEdge(item: VirtualItem, _: number, instance: FeedVirtualizer): boolean {
  const top = instance.scrollOffset ?? 0
  const size = instance.itemSizeCache.get(item.key)
  return size === undefined ? item.start < top : item.start + size <= top
}

/** Discards the heights of all rows, and measures the drawn rows immediately. */
export function remeasureRows(virtualizer: FeedVirtualizer): void {
  const drawn = [...virtualizer.elementsCache].filter(([, row]) => row.isConnected)
  const heights = drawn.map(([key, row]) => [key, toSubpixel(row.getBoundingClientRect().height)] as const)
  virtualizer.measure()
  for (const [key, height] of heights) virtualizer.itemSizeCache.set(key, height)
  // Asking for an item updates the layout.
  virtualizer.getVirtualItemForOffset(0)
}
