import type { Problem } from '../session/attempt.ts'
import { say } from './toasts.ts'

/** Says why something did not work, where there is no field to say it beside. Answers whether it worked. */
export function sayProblem(problem: Problem | undefined): boolean {
  if (problem === undefined) return true
  if (problem.code === 'NETWORK') say('common.unreachable', { kind: 'danger' })
  else say('common.refused', { values: { reason: problem.text }, kind: 'danger' })
  return false
}
