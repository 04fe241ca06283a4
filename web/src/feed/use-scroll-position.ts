import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import type { FeedView } from '../navigation/narrow.ts'
import { useRouter } from '../navigation/router.ts'
import { arrivalGoal } from './arrival-goal.ts'
import type { EyeLineRef } from './eye-line.ts'
import type { FeedModel, FeedSnapshot } from './feed-model.ts'
import type { FeedVirtualizer } from './feed-virtualizer.ts'
import type { Row } from './rows.ts'
import type { ScrollGoal } from './scroll-goal.ts'
import { markFirstRows } from './startup-mark.ts'
import { useScrollGoal } from './use-scroll-goal.ts'

interface ScrollPosition {
  /** False until the feed has reached its scroll position. */
  isSettled: boolean
  goTo(goal: ScrollGoal): void
  /** Scrolls there once other messages are loaded. */
  goWhenOpened(goal: ScrollGoal): void
}

/** Places the feed once per visit and once per set of loaded messages. */
export function useScrollPosition(
  view: FeedView,
  feed: FeedModel,
  snapshot: FeedSnapshot,
  rows: readonly Row[],
  virtualizer: FeedVirtualizer,
  scroller: RefObject<HTMLDivElement | null>,
  eye: EyeLineRef,
): ScrollPosition {
  const { status, opening } = snapshot
  const visit = useRouter((state) => state.visit)
  const placed = useRef({ visit: -1, opening: -1 })
  const loadedFor = useRef(-1)
  const nextGoal = useRef<ScrollGoal | undefined>(undefined)
  const { isSettled, setGoal, approachGoal } = useScrollGoal(rows, virtualizer, scroller, eye)

  const goTo = useCallback(
    (next: ScrollGoal) => {
      setGoal(next)
      virtualizer.options.onChange(virtualizer, false)
    },
    [setGoal, virtualizer],
  )
  const goWhenOpened = useCallback((next: ScrollGoal) => {
    nextGoal.current = next
  }, [])

  /** Loads the messages of the target, once per visit. */
  const loadOnce = (anchor: Parameters<FeedModel['open']>[0]) => {
    if (loadedFor.current === visit) return false
    loadedFor.current = visit
    void feed.open(anchor)
    return true
  }
  const arrive = () => arrivalGoal(view, snapshot, rows, loadOnce)

  useLayoutEffect(() => {
    if (status !== 'ready' || rows.length === 0) return
    const { visit: lastVisit, opening: lastOpening } = placed.current
    if (lastVisit !== visit || lastOpening !== opening) {
      const next = lastVisit === visit ? (nextGoal.current ?? arrive()) : arrive()
      nextGoal.current = undefined
      if (next === undefined) return
      placed.current = { visit, opening }
      setGoal(next)
      markFirstRows()
    }
    approachGoal()
  })
  return { isSettled, goTo, goWhenOpened }
}
