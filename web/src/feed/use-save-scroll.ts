import { type RefObject, useEffect } from 'react'
import type { FeedView } from '../navigation/narrow.ts'
import { onLeave, replaceAddress, saveHistoryState } from '../navigation/router.ts'
import { isReadingPaused } from '../unread/mark-read-pause.ts'
import { distanceFromEnd, endThreshold, type FeedVirtualizer } from './feed-virtualizer.ts'
import type { Row } from './rows.ts'
import { select, useSelection } from './selection.ts'

const saveIntervalMs = 500

/** Saves the scroll position in the history entry, while scrolling and when leaving. */
export function useSaveScroll(
  view: FeedView,
  rows: readonly Row[],
  hasNewest: boolean,
  isSettled: boolean,
  virtualizer: FeedVirtualizer,
  scroller: RefObject<HTMLDivElement | null>,
): void {
  useEffect(() => {
    if (!isSettled) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      clearTimeout(timer)
      timer = undefined
      const place = placeOf(rows, virtualizer)
      if (place === undefined) return
      const { selected } = useSelection.getState()
      const isEnd = hasNewest && distanceFromEnd(virtualizer) <= endThreshold
      saveHistoryState({
        ...place,
        ...(isEnd ? { atEnd: true } : {}),
        ...(selected === undefined ? {} : { selected }),
        ...(isReadingPaused() ? { paused: true } : {}),
      })
    }
    const later = () => {
      timer ??= setTimeout(() => {
        note()
        dropMessageFromAddress(view, rows, virtualizer)
        keepSelectionInView(rows, virtualizer)
      }, saveIntervalMs)
    }
    const box = scroller.current
    box?.addEventListener('scroll', later, { passive: true })
    const stop = onLeave(note)
    if (timer === undefined) later()
    return () => {
      box?.removeEventListener('scroll', later)
      clearTimeout(timer)
      stop()
    }
  }, [view, rows, hasNewest, isSettled, virtualizer, scroller])
}

/** The first message in view, even partly. Separators come and go, so they are no anchors. */
function placeOf(
  rows: readonly Row[],
  virtualizer: FeedVirtualizer,
): { anchorKey: string; offset: number } | undefined {
  const top = virtualizer.scrollOffset ?? 0
  const from = virtualizer.getVirtualItemForOffset(top)?.index ?? 0
  for (let index = from; index < rows.length; index++) {
    const item = virtualizer.measurementsCache[index]
    if (rows[index]?.kind === 'message' && item !== undefined) {
      return { anchorKey: String(item.key), offset: top - item.start }
    }
  }
  return undefined
}

/** Removes the message from the address once it is more than a screen away. */
function dropMessageFromAddress(view: FeedView, rows: readonly Row[], virtualizer: FeedVirtualizer): void {
  if (view.at === undefined) return
  const item =
    virtualizer.measurementsCache[rows.findIndex((row) => row.kind === 'message' && row.id === view.at)]
  const top = virtualizer.scrollOffset ?? 0
  const height = virtualizer.scrollRect?.height ?? 0
  if (item !== undefined && item.end > top - height && item.start < top + 2 * height) return
  const { at: _, ...elsewhere } = view
  replaceAddress(elsewhere)
}

/** Moves the selection into view after scrolling, so that its row keeps the focus. */
function keepSelectionInView(rows: readonly Row[], virtualizer: FeedVirtualizer): void {
  const { selected } = useSelection.getState()
  if (selected === undefined) return
  const top = virtualizer.scrollOffset ?? 0
  const bottom = top + (virtualizer.scrollRect?.height ?? 0)
  const item =
    virtualizer.measurementsCache[rows.findIndex((row) => row.kind === 'message' && row.id === selected)]
  if (item !== undefined && item.end > top && item.start < bottom) return
  const isBelow = item !== undefined && item.start >= bottom
  const shown = virtualizer.getVirtualItems().filter(({ start, end }) => start >= top && end <= bottom)
  const ids = shown.flatMap(({ index }) => {
    const row = rows[index]
    return row?.kind === 'message' && typeof row.id === 'number' ? [row.id] : []
  })
  const next = isBelow ? ids.at(-1) : ids[0]
  if (next === undefined) return
  const hadFocus =
    document.activeElement?.closest(`[data-message="${selected}"]`) !== null ||
    document.activeElement === document.body
  select(next)
  if (hadFocus)
    document.querySelector<HTMLElement>(`[data-message="${next}"]`)?.focus({ preventScroll: true })
}
