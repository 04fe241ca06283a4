import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { EyeLineRef } from './eye-line.ts'
import { type FeedVirtualizer, jump } from './feed-virtualizer.ts'
import type { Row } from './rows.ts'
import { isMeasured, offsetOf, type ScrollGoal } from './scroll-goal.ts'

/** The goal is corrected while rows are being measured, but not longer than this. */
const settleTimeoutMs = 600

/** Keeps a feed at a scroll target until its rows are measured or the reader scrolls. */
export function useScrollGoal(
  rows: readonly Row[],
  virtualizer: FeedVirtualizer,
  scroller: RefObject<HTMLDivElement | null>,
  eye: EyeLineRef,
) {
  const goal = useRef<ScrollGoal | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isSettled, setSettled] = useState(false)

  const finish = useCallback(() => {
    clearTimeout(timer.current)
    goal.current = undefined
    setSettled(true)
  }, [])
  const setGoal = useCallback(
    (next: ScrollGoal) => {
      goal.current = next
      eye.current = undefined
      clearTimeout(timer.current)
      timer.current = setTimeout(finish, settleTimeoutMs)
    },
    [finish, eye],
  )
  useEffect(() => () => clearTimeout(timer.current), [])
  useDropGoalOnManualScroll(scroller, goal)

  /** Scrolls to the goal, or ends the correction if the feed is there. Runs after each render. */
  const approachGoal = () => {
    if (goal.current === undefined || (virtualizer.scrollRect?.height ?? 0) === 0) return
    const target = offsetOf(goal.current, rows, virtualizer)
    if (target === undefined) finish()
    else if (Math.abs(target - (virtualizer.scrollOffset ?? 0)) > 0.5) jump(virtualizer, target)
    else if (isMeasured(virtualizer)) finish()
  }
  return { isSettled, setGoal, approachGoal }
}

/** Scrolling by hand ends the correction. */
function useDropGoalOnManualScroll(
  scroller: RefObject<HTMLDivElement | null>,
  goal: RefObject<ScrollGoal | undefined>,
): void {
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
  }, [scroller, goal])
}
