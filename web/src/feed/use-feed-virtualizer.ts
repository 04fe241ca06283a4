import {
  observeElementRect,
  useVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useOrg } from '../session/session.ts'
import { estimateRow } from './estimate-row.ts'
import type { Row } from './rows.ts'
import { setViewportHeight } from './viewport-height.ts'

export type FeedVirtualizer = Virtualizer<HTMLDivElement, Element>

/** Distance in pixels that still counts as the end. */
export const endThreshold = 40
/** Part of the height at which the row is kept in place when the width changes. */
export const eyeLine = 0.35
export const topSlot = 120

/** Row measurements of left feeds, valid for the same width. */
const savedMeasurements = new Map<number, { width: number; items: VirtualItem[] }>()
const maxSavedMeasurements = 12

/**
 * Virtualizes a feed and keeps the position: the end if the reader is there, otherwise the row at the top edge, and when the
 * width or the text size changes, the row at the eye line.
 */
export function useFeedVirtualizer(
  serial: number,
  rows: readonly Row[],
  scroller: RefObject<HTMLDivElement | null>,
): FeedVirtualizer {
  const eye = useRef<{ key: VirtualItem['key']; part: number } | undefined>(undefined)
  const before = useRef(savedMeasurements.get(serial))
  const virtualizer: FeedVirtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateRow(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: useOverscan(),
    paddingStart: topSlot,
    paddingEnd: 12,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: endThreshold,
    measureElement: heightOf,
    initialMeasurementsCache: before.current?.items ?? none,
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, (rect) => {
        const last = instance.scrollRect
        const wasAtEnd = distanceFromEnd(instance) <= endThreshold
        setViewportHeight(rect.height)
        tell(rect)
        if (last === null || last.height === 0) {
          if (before.current !== undefined && before.current.width !== rect.width) instance.measure()
        } else if (last.width !== rect.width) remeasure(instance, wasAtEnd, eye.current)
        else if (wasAtEnd && last.height !== rect.height) instance.scrollToEnd()
      }),
  })
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = isAbove

  const textSize = useOrg(
    (org) => `${org.user_settings?.web_font_size_px} ${org.user_settings?.web_line_height_percent}`,
  )
  const measuredAt = useRef(textSize)
  useLayoutEffect(() => {
    if (measuredAt.current === textSize) return
    measuredAt.current = textSize
    remeasure(virtualizer, distanceFromEnd(virtualizer) <= endThreshold, eye.current)
  }, [textSize, virtualizer])

  useLayoutEffect(() => {
    const { scrollRect, scrollElement } = virtualizer
    // Between a change of width and its event, offsets are stale.
    if (scrollRect === null || scrollElement?.offsetWidth !== scrollRect.width) return
    const line = (virtualizer.scrollOffset ?? 0) + scrollRect.height * eyeLine
    const item = virtualizer.getVirtualItemForOffset(line)
    eye.current = item && { key: item.key, part: (line - item.start) / Math.max(item.size, 1) }
  })

  useEffect(
    () => () => {
      savedMeasurements.delete(serial)
      savedMeasurements.set(serial, {
        width: virtualizer.scrollRect?.width ?? 0,
        items: virtualizer.takeSnapshot(),
      })
      const [oldest] = savedMeasurements.keys()
      if (savedMeasurements.size > maxSavedMeasurements && oldest !== undefined)
        savedMeasurements.delete(oldest)
    },
    [serial, virtualizer],
  )
  return virtualizer
}

const none: VirtualItem[] = []

/** About one screen on both sides, but only after the first paint. */
function useOverscan(): number {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPainted(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return isPainted ? 12 : 2
}

export const distanceFromEnd = (virtualizer: FeedVirtualizer): number =>
  virtualizer.getTotalSize() - (virtualizer.scrollRect?.height ?? 0) - (virtualizer.scrollOffset ?? 0)

/** Heights to a fraction of a pixel, because rounding errors add up. */
function heightOf(row: Element, entry: ResizeObserverEntry | undefined, instance: FeedVirtualizer): number {
  const known = entry === undefined ? instance.itemSizeCache.get(keyOfRow(row, instance)) : undefined
  return known ?? toSubpixel(entry?.borderBoxSize[0]?.blockSize ?? row.getBoundingClientRect().height)
}
const toSubpixel = (height: number) => Math.round(height * 64) / 64
const keyOfRow = (row: Element, instance: FeedVirtualizer) =>
  instance.options.getItemKey(instance.indexFromElement(row))

/** Compensates changes of height above the top edge. A row across the edge grows downwards. */
function isAbove(item: VirtualItem, _: number, instance: FeedVirtualizer): boolean {
  const top = instance.scrollOffset ?? 0
  const size = instance.itemSizeCache.get(item.key)
  return size === undefined ? item.start < top : item.start + size <= top
}

/** Discards all measurements after a change of width, and measures the drawn rows immediately. */
function remeasure(
  virtualizer: FeedVirtualizer,
  wasAtEnd: boolean,
  eye: { key: VirtualItem['key']; part: number } | undefined,
): void {
  const drawn = [...virtualizer.elementsCache].filter(([, row]) => row.isConnected)
  const heights = drawn.map(([key, row]) => [key, toSubpixel(row.getBoundingClientRect().height)] as const)
  virtualizer.measure()
  for (const [key, height] of heights) virtualizer.itemSizeCache.set(key, height)
  // Asking for an item updates the layout.
  virtualizer.getVirtualItemForOffset(0)
  const height = virtualizer.scrollRect?.height ?? 0
  const item = virtualizer.measurementsCache.find(({ key }) => key === eye?.key)
  if (wasAtEnd) jump(virtualizer, Infinity)
  else if (item !== undefined && eye !== undefined) {
    jump(virtualizer, item.start + eye.part * item.size - height * eyeLine)
  }
}

/** Scrolls within this frame, so that the rows there are drawn before the next paint. */
export function jump(virtualizer: FeedVirtualizer, offset: number): void {
  const end = Math.max(0, virtualizer.getTotalSize() - (virtualizer.scrollRect?.height ?? 0))
  const target = Math.max(0, Math.min(offset, end))
  virtualizer.scrollOffset = target
  virtualizer.options.onChange(virtualizer, true)
  if (offset >= end) virtualizer.scrollToEnd()
  else virtualizer.scrollToOffset(target)
}
