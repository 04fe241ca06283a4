import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FeedView } from '../navigation/narrow.ts'
import { useRouter } from '../navigation/router.ts'
import { unreadInView } from '../unread/unread-in-view.ts'
import type { FeedModel, FeedSnapshot } from './feed-model.ts'
import { opensAt } from './feeds.ts'
import type { Row } from './rows.ts'
import { goalAtTop, isMeasured, offsetOf, type ScrollGoal, savedRow } from './scroll-goal.ts'
import { markFirstRows } from './startup-mark.ts'
import { eyeLine, type FeedVirtualizer, jump } from './use-feed-virtualizer.ts'

interface ScrollPosition {
  /** False until the feed has reached its scroll position. */
  isSettled: boolean
  goTo(goal: ScrollGoal): void
  /** Scrolls there once other messages are loaded. */
  goWhenOpened(goal: ScrollGoal): void
}

/** The goal is corrected while rows are being measured, but not longer than this. */
const settleTimeoutMs = 600

export function useScrollPosition(
  view: FeedView,
  feed: FeedModel,
  { status, opening, ids, hasNewest }: FeedSnapshot,
  rows: readonly Row[],
  virtualizer: FeedVirtualizer,
  scroller: RefObject<HTMLDivElement | null>,
): ScrollPosition {
  const visit = useRouter((state) => state.visit)
  const placed = useRef({ visit: -1, opening: -1 })
  const asked = useRef(-1)
  const goal = useRef<ScrollGoal | undefined>(undefined)
  const nextGoal = useRef<ScrollGoal | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isSettled, setSettled] = useState(false)

  const finish = useCallback(() => {
    clearTimeout(timer.current)
    goal.current = undefined
    setSettled(true)
  }, [])
  const aim = useCallback(
    (next: ScrollGoal) => {
      goal.current = next
      clearTimeout(timer.current)
      timer.current = setTimeout(finish, settleTimeoutMs)
    },
    [finish],
  )
  const goTo = useCallback(
    (next: ScrollGoal) => {
      aim(next)
      virtualizer.options.onChange(virtualizer, false)
    },
    [aim, virtualizer],
  )
  const goWhenOpened = useCallback((next: ScrollGoal) => {
    nextGoal.current = next
  }, [])

  /** Loads the messages of the target, once per visit. */
  const ask = (anchor: Parameters<FeedModel['open']>[0]) => {
    if (asked.current === visit) return false
    asked.current = visit
    void feed.open(anchor)
    return true
  }

  const arrive = (): ScrollGoal | undefined => {
    const { state } = useRouter.getState()
    if (state.atEnd && hasNewest) return 'end'
    const saved = savedRow(rows, state)
    if (saved !== undefined) return { key: saved.key, offset: state.offset ?? 0 }
    if (view.at !== undefined) {
      const row = rows.find((one) => one.kind === 'message' && one.id === view.at)
      if (row !== undefined) return { row: row.key, part: eyeLine }
      if (ask(view.at)) return undefined
    }
    const unread = unreadInView(view)[0]
    const isMissing = unread === undefined ? !hasNewest : !ids.includes(unread)
    if (isMissing && ask(unread === undefined ? 'newest' : opensAt(view))) return undefined
    const first =
      rows.find((row) => row.kind === 'unread') ??
      rows.find((row) => row.kind === 'message' && row.id === unread)
    return first === undefined ? 'end' : goalAtTop(first.key, view)
  }

  useLayoutEffect(() => {
    if (status !== 'ready' || rows.length === 0) return
    const { visit: lastVisit, opening: lastOpening } = placed.current
    if (lastVisit !== visit || lastOpening !== opening) {
      const next = lastVisit === visit ? (nextGoal.current ?? arrive()) : arrive()
      nextGoal.current = undefined
      if (next === undefined) return
      placed.current = { visit, opening }
      aim(next)
      markFirstRows()
    }
    if (goal.current === undefined || (virtualizer.scrollRect?.height ?? 0) === 0) return
    const target = offsetOf(goal.current, rows, virtualizer)
    if (target === undefined) finish()
    else if (Math.abs(target - (virtualizer.scrollOffset ?? 0)) > 0.5) jump(virtualizer, target)
    else if (isMeasured(virtualizer)) finish()
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  // Scrolling by hand ends the correction.
  useEffect(() => {
    const box = scroller.current
    const stop = () => {
      goal.current = undefined
    }
    box?.addEventListener('wheel', stop, { passive: true })
    box?.addEventListener('touchstart', stop, { passive: true })
    return () => {
      box?.removeEventListener('wheel', stop)
      box?.removeEventListener('touchstart', stop)
    }
  }, [scroller])
  return { isSettled, goTo, goWhenOpened }
}

/** Scrolls to the end when the reader sends a message. */
export function useScrollToSent(
  rows: readonly Row[],
  isSettled: boolean,
  goTo: (goal: ScrollGoal) => void,
): void {
  const last = rows.at(-1)
  const sent = last?.kind === 'message' && typeof last.id === 'string' ? last.id : undefined
  const seen = useRef(sent)
  useEffect(() => {
    if (sent !== undefined && sent !== seen.current && isSettled) goTo('end')
    seen.current = sent
  }, [sent, isSettled, goTo])
}
