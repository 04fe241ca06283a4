import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FeedView } from '../navigation/narrow.ts'
import { markReadToEnd } from '../unread/mark-read-to-end.ts'
import { eyeLine } from './eye-line.ts'
import type { FeedModel, FeedStretch } from './feed-model.ts'
import type { FeedVirtualizer } from './feed-virtualizer.ts'
import type { Row } from './rows.ts'
import { goalAtTop, type ScrollGoal } from './scroll-goal.ts'
import { type FeedControls, useSelection } from './selection.ts'

/** Lifetime of the button that leads back. */
const backButtonMs = 30_000

interface Options {
  view: FeedView
  feed: FeedModel
  rows: readonly Row[]
  virtualizer: FeedVirtualizer
  scroller: RefObject<HTMLDivElement | null>
  goTo(goal: ScrollGoal): void
  goWhenOpened(goal: ScrollGoal): void
}

/** Jumps to both ends and to unread messages, and back. Keys use them through the selection. */
export function useFeedControls({ view, feed, rows, virtualizer, scroller, goTo, goWhenOpened }: Options) {
  const [left, setLeft] = useState<{ stretch: FeedStretch; goal: ScrollGoal }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Loads other messages, and remembers the current position for the button that leads back. */
  const replaceBy = useCallback(
    async (anchor: number | 'newest', goal: ScrollGoal) => {
      const top = virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0)
      if (top !== undefined) {
        const here = { key: String(top.key), offset: (virtualizer.scrollOffset ?? 0) - top.start }
        setLeft({ stretch: feed.stretch(), goal: here })
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setLeft(undefined), backButtonMs)
      }
      goWhenOpened(goal)
      await feed.open(anchor)
    },
    [feed, virtualizer, goWhenOpened],
  )
  const goBack = useCallback(() => {
    if (left === undefined) return
    setLeft(undefined)
    goWhenOpened(left.goal)
    feed.show(left.stretch)
  }, [left, feed, goWhenOpened])

  const toEnd = useCallback(async () => {
    if (feed.snapshot().hasNewest) goTo('end')
    else await replaceBy('newest', 'end')
    await markReadToEnd(view)
  }, [view, feed, goTo, replaceBy])

  const toMessage = useCallback(
    (id: number) => {
      const at = rows.findIndex((row) => row.kind === 'message' && row.id === id)
      const before = rows.slice(Math.max(0, at - 2), at).findLast((row) => row.kind === 'unread')
      const row = before ?? rows[at]
      if (row !== undefined) goTo(goalAtTop(row.key, view))
      else void replaceBy(id, { row: `m${id}`, part: eyeLine })
    },
    [rows, view, goTo, replaceBy],
  )

  const controls = useMemo(
    (): FeedControls => ({
      rows: () => rows,
      show: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
      page: (screens) => virtualizer.scrollBy(screens * (virtualizer.scrollRect?.height ?? 0) * 0.9),
      toStart: async () => {
        while (!feed.snapshot().hasOldest && feed.snapshot().older !== 'failed') await feed.loadOlder()
        // The slot above the first row shows the start of history.
        virtualizer.scrollToOffset(0)
      },
      toEnd,
      isAtEnd: () => virtualizer.isAtEnd(),
      visible: () => visibleIds(scroller.current),
    }),
    [rows, virtualizer, feed, toEnd, scroller],
  )
  const setControls = useSelection((state) => state.setControls)
  useEffect(() => setControls(controls), [controls, setControls])
  return { toEnd, toMessage, goBack: left === undefined ? undefined : goBack }
}

function visibleIds(box: HTMLElement | null): number[] {
  if (box === null) return []
  const frame = box.getBoundingClientRect()
  return [...box.querySelectorAll<HTMLElement>('[data-message]')].flatMap((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return bottom > frame.top && top < frame.bottom ? [Number(row.dataset.message)] : []
  })
}
