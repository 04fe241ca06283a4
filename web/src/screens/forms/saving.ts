import { useCallback, useEffect, useRef, useState } from 'react'
import type { Problem } from '../../session/attempt.ts'
import { useText } from '../../texts/texts.tsx'

export type Save<T> = (value: T) => Promise<Problem | undefined>
export type Phase = 'idle' | 'saving' | 'saved'

export interface Saving<T> {
  phase: Phase
  /** In words. */
  problem: string | undefined
  /** What the server calls it. */
  code: string | undefined
  run: (value: T) => Promise<boolean>
  forget: () => void
}

const savedMarkMs = 2_500

/** Follows one field while it is saved: the check mark stays for a moment, the reason of a refusal until the next try. */
export function useSaving<T>(save: Save<T>): Saving<T> {
  const say = useProblemText()
  const [state, setState] = useState<{ phase: Phase; problem?: Problem | undefined }>({ phase: 'idle' })
  const latest = useRef(0)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const run = async (value: T) => {
    const attempt = ++latest.current
    setState({ phase: 'saving' })
    const problem = await save(value)
    if (attempt !== latest.current || isGone.current) return problem === undefined
    setState(problem === undefined ? { phase: 'saved' } : { phase: 'idle', problem })
    return problem === undefined
  }
  useEffect(() => {
    if (state.phase !== 'saved') return
    const timer = setTimeout(() => setState({ phase: 'idle' }), savedMarkMs)
    return () => clearTimeout(timer)
  }, [state])
  const forget = useCallback(() => setState({ phase: 'idle' }), [])
  return { phase: state.phase, problem: say(state.problem), code: state.problem?.code, run, forget }
}

/** Why something was refused, for people. */
export function useProblemText(): (problem: Problem | undefined) => string | undefined {
  const text = useText()
  return (problem) => {
    if (problem === undefined) return undefined
    return problem.code === 'NETWORK' ? text('common.unreachable') : problem.text
  }
}
