import { elementScroll, observeElementRect, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useOrg } from '../session/session.ts'
import { rowHeights } from './estimated-heights.ts'
import { type EyeLineRef, remeasureInPlace, useTrackEyeLine } from './eye-line.ts'
import { distanceFromEnd, endThreshold, type FeedVirtualizer, topSlot } from './feed-virtualizer.ts'
import { isAboveTopEdge, measureRow } from './row-heights.ts'
import type { Row } from './rows.ts'
import { savedMeasurementsOf, useSaveMeasurements } from './saved-measurements.ts'
import { setViewportHeight } from './viewport-height.ts'

/**
 * Virtualizes a feed and keeps the position: the end if the reader is there, otherwise the row at the top edge, and when the
 * width or the text size changes, the row at the eye line.
 */
export function useFeedVirtualizer(
  serial: number,
  rows: readonly Row[],
  scroller: RefObject<HTMLDivElement | null>,
  eye: EyeLineRef,
): FeedVirtualizer {
  const before = useRef(savedMeasurementsOf(serial))
  const virtualizer: FeedVirtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeights.estimate(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: useOverscan(),
    paddingStart: topSlot,
    paddingEnd: 12,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: endThreshold,
    measureElement: (element, entry, instance) => measureRow(element, entry, instance, rows),
    initialMeasurementsCache: before.current?.items ?? none,
    scrollToFn: (offset, options, instance) =>
      elementScroll(
        options.adjustments === undefined ? offset : currentOffset(instance, offset),
        options,
        instance,
      ),
    observeElementRect: (instance, onChange) =>
      observeElementRect(instance, (rect) => {
        const last = instance.scrollRect
        const wasAtEnd = distanceFromEnd(instance) <= endThreshold
        setViewportHeight(rect.height)
        onChange(rect)
        if (last === null || last.height === 0) {
          if (before.current !== undefined && before.current.width !== rect.width) instance.measure()
        } else if (last.width !== rect.width) remeasureInPlace(instance, wasAtEnd, eye.current)
        else if (wasAtEnd && last.height !== rect.height) instance.scrollToEnd()
      }),
  })
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = isAboveTopEdge

  useRemeasureOnTextSize(virtualizer, eye)
  useTrackEyeLine(virtualizer, eye)
  useSaveMeasurements(serial, virtualizer)
  return virtualizer
}

const none: VirtualItem[] = []

/**
 * Where corrections start: the reader may have scrolled since the last scroll event, and must not be moved back. Otherwise the
 * known offset, because browsers round that of the element.
 */
function currentOffset({ scrollElement }: FeedVirtualizer, known: number): number {
  const actual = scrollElement?.scrollTop ?? known
  return Math.abs(actual - known) < 1 ? known : actual
}

function useRemeasureOnTextSize(virtualizer: FeedVirtualizer, eye: EyeLineRef): void {
  const textSize = useOrg(
    (org) => `${org.user_settings?.web_font_size_px} ${org.user_settings?.web_line_height_percent}`,
  )
  const measuredAt = useRef(textSize)
  useLayoutEffect(() => {
    if (measuredAt.current === textSize) return
    measuredAt.current = textSize
    remeasureInPlace(virtualizer, distanceFromEnd(virtualizer) <= endThreshold, eye.current)
  }, [textSize, virtualizer, eye])
}

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
