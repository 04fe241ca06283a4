import type { VirtualItem } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { FeedVirtualizer } from './feed-virtualizer.ts'

/** The layer around the drawn rows, in pixels of the feed. */
export interface RowLayer {
  top: number
  /** Starts of the drawn rows by their keys. */
  starts: ReadonlyMap<VirtualItem['key'], number>
}

/** Minimum distance from a new layer's ends to the first row. The farther, the less often all rows move to a new layer. */
const reach = 30_000

/**
 * Moves the layer by as much as the last row that was already drawn. The rows keep their places in it while estimated heights
 * above them are corrected, so that browsers neither compute their layout nor paint them again.
 */
export function moveLayer(before: RowLayer | undefined, items: readonly VirtualItem[]): RowLayer {
  const starts = new Map(items.map(({ key, start }) => [key, start]))
  const first = items[0]?.start ?? 0
  const kept = items.findLast(({ key }) => before?.starts.has(key))
  const top = (before?.top ?? 0) + (kept?.start ?? 0) - ((kept && before?.starts.get(kept.key)) ?? 0)
  const isNear = kept !== undefined && first > top + reach / 2 && first < top + reach * 1.5
  return { top: isNear ? top : first - reach, starts }
}

/** The layer of a virtualized feed, with the top to draw it at and its height. */
export function useRowLayer(virtualizer: FeedVirtualizer): { top: number; drawnTop: number; height: number } {
  const last = useRef<RowLayer>(undefined)
  last.current = moveLayer(last.current, virtualizer.getVirtualItems())
  const { top } = last.current
  // On whole device pixels, so that text stays sharp.
  const drawnTop = Math.round(top * devicePixelRatio) / devicePixelRatio
  return { top, drawnTop, height: Math.min(virtualizer.getTotalSize() - drawnTop, reach * 2) }
}
