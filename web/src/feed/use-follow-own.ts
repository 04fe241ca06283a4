import { useEffect, useRef } from 'react'
import type { Row } from './rows.ts'
import type { ScrollGoal } from './use-scroll-position.ts'

/** Whoever sends wants to see it: the list goes to its end when something new is on its way. */
export function useFollowOwn(
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
