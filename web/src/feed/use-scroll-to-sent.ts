import { useEffect, useRef } from 'react'
import type { Row } from './rows.ts'
import type { ScrollGoal } from './scroll-goal.ts'

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
