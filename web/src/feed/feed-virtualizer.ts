import type { Virtualizer } from '@tanstack/react-virtual'

export type FeedVirtualizer = Virtualizer<HTMLDivElement, Element>

/** Distance in pixels that still counts as the end. */
export const endThreshold = 40
export const topSlot = 120

export const distanceFromEnd = (virtualizer: FeedVirtualizer): number =>
  virtualizer.getTotalSize() - (virtualizer.scrollRect?.height ?? 0) - (virtualizer.scrollOffset ?? 0)

/** False between a change of width and its event: offsets are of the width before. */
export const isAtMeasuredWidth = ({ scrollElement, scrollRect }: FeedVirtualizer): boolean =>
  scrollRect !== null && scrollElement?.offsetWidth === scrollRect.width

/** Scrolls within this frame, so that the rows there are drawn before the next paint. */
export function jump(virtualizer: FeedVirtualizer, offset: number): void {
  const end = Math.max(0, virtualizer.getTotalSize() - (virtualizer.scrollRect?.height ?? 0))
  const target = Math.max(0, Math.min(offset, end))
  virtualizer.scrollOffset = target
  virtualizer.options.onChange(virtualizer, true)
  if (offset >= end) virtualizer.scrollToEnd()
  else virtualizer.scrollToOffset(target)
}
