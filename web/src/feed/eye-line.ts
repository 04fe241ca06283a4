import type { VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { type FeedVirtualizer, isAtMeasuredWidth, jump } from './feed-virtualizer.ts'
import { remeasureRows } from './row-heights.ts'

/** Part of the height at which the row is kept in place when the width changes. */
export const eyeLine = 0.35

/** The row at the eye line, and the part of the row that is above the line. */
interface EyeLineRow {
  key: VirtualItem['key']
  part: number
}

/** Undefined while the feed goes elsewhere: a change of width must not bring it back. */
export type EyeLineRef = RefObject<EyeLineRow | undefined>

export const useEyeLineRef = (): EyeLineRef => useRef<EyeLineRow | undefined>(undefined)

/** Records the row at the eye line after each render. */
export function useTrackEyeLine(virtualizer: FeedVirtualizer, eye: EyeLineRef): void {
  useLayoutEffect(() => {
    const { scrollRect } = virtualizer
    if (scrollRect === null || !isAtMeasuredWidth(virtualizer)) return
    const line = (virtualizer.scrollOffset ?? 0) + scrollRect.height * eyeLine
    const item = virtualizer.getVirtualItemForOffset(line)
    eye.current = item && { key: item.key, part: (line - item.start) / Math.max(item.size, 1) }
  })
}

/** Measures the rows again after a change of width or text size, and keeps the end or the row at the eye line in place. */
export function remeasureInPlace(
  virtualizer: FeedVirtualizer,
  wasAtEnd: boolean,
  eye: EyeLineRow | undefined,
): void {
  remeasureRows(virtualizer)
  const height = virtualizer.scrollRect?.height ?? 0
  const item = virtualizer.measurementsCache.find(({ key }) => key === eye?.key)
  if (wasAtEnd) jump(virtualizer, Infinity)
  else if (item !== undefined && eye !== undefined) {
    jump(virtualizer, item.start + eye.part * item.size - height * eyeLine)
  }
}
