import { useCallback, useEffect, useRef, useState } from 'react'
import type { Problem } from '../../session/attempt.ts'
import { useText } from '../../texts/texts.tsx'

export type Save<T> = (value: T) => Promise<Problem | undefined>
export type Phase = 'idle' | 'saving' | 'saved'

export interface Saving<T> {
  phase: Phase
  /** Error text. */
  problem: string | undefined
  /** Error code of the server. */
  code: string | undefined
  run: (value: T) => Promise<boolean>
  forget: () => void
}

const savedMarkMs = 2_500

/** The state of saving a field: the check mark disappears after a while, an error stays until the next attempt. */
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

/** Error texts for people. */
export function useProblemText(): (problem: Problem | undefined) => string | undefined {
  const text = useText()
  return (problem) => {
    if (problem === undefined) return undefined
    return problem.code === 'NETWORK' ? text('common.unreachable') : problem.text
  }
}
