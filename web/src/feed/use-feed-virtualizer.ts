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

/** Closer to the end than this, in pixels, is at the end. */
export const endThreshold = 40
/** The row under the line at this part of the height stays there when the width changes. */
export const eyeLine = 0.35
export const topSlot = 120

/** What was measured in views that were left, for coming back: as long as the width is the same. */
const savedMeasurements = new Map<number, { width: number; items: VirtualItem[] }>()
const maxSavedMeasurements = 12

/**
 * Which rows are drawn, and where. What the reader looks at stays: at the end, the end; elsewhere the row at the top edge, and
 * when the width or the size of text changes, the row under the eye line.
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
    // Between a change of width and the news of it nothing is where it seems.
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

/** About a screen on both sides, but not before what is in view has been painted: that is what one waits for. */
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

/** To a fraction of a pixel: rows lie below each other as the browser lays them out, and roundings would add up. */
function heightOf(row: Element, entry: ResizeObserverEntry | undefined, instance: FeedVirtualizer): number {
  const known = entry === undefined ? instance.itemSizeCache.get(keyOfRow(row, instance)) : undefined
  return known ?? toSubpixel(entry?.borderBoxSize[0]?.blockSize ?? row.getBoundingClientRect().height)
}
const toSubpixel = (height: number) => Math.round(height * 64) / 64
const keyOfRow = (row: Element, instance: FeedVirtualizer) =>
  instance.options.getItemKey(instance.indexFromElement(row))

/** Changes above the top edge are made up for, whichever way one scrolls. A row across the edge grows downwards. */
function isAbove(item: VirtualItem, _: number, instance: FeedVirtualizer): boolean {
  const top = instance.scrollOffset ?? 0
  const size = instance.itemSizeCache.get(item.key)
  return size === undefined ? item.start < top : item.start + size <= top
}

/** Everything wraps differently now: what was measured is worth nothing, except what is drawn and can be measured at once. */
function remeasure(
  virtualizer: FeedVirtualizer,
  wasAtEnd: boolean,
  eye: { key: VirtualItem['key']; part: number } | undefined,
): void {
  const drawn = [...virtualizer.elementsCache].filter(([, row]) => row.isConnected)
  const heights = drawn.map(([key, row]) => [key, toSubpixel(row.getBoundingClientRect().height)] as const)
  virtualizer.measure()
  for (const [key, height] of heights) virtualizer.itemSizeCache.set(key, height)
  // Asking for an item makes the new layout.
  virtualizer.getVirtualItemForOffset(0)
  const height = virtualizer.scrollRect?.height ?? 0
  const item = virtualizer.measurementsCache.find(({ key }) => key === eye?.key)
  if (wasAtEnd) jump(virtualizer, Infinity)
  else if (item !== undefined && eye !== undefined) {
    jump(virtualizer, item.start + eye.part * item.size - height * eyeLine)
  }
}

/** Goes somewhere within this frame: the rows of that place are drawn before anything is painted. */
export function jump(virtualizer: FeedVirtualizer, offset: number): void {
  const end = Math.max(0, virtualizer.getTotalSize() - (virtualizer.scrollRect?.height ?? 0))
  const target = Math.max(0, Math.min(offset, end))
  virtualizer.scrollOffset = target
  virtualizer.options.onChange(virtualizer, true)
  if (offset >= end) virtualizer.scrollToEnd()
  else virtualizer.scrollToOffset(target)
}
