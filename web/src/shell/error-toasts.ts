import type { Problem } from '../session/attempt.ts'
import { showToast } from './toasts.ts'

/** Says why something did not work, where there is no field to say it beside. Answers whether it worked. */
export function showProblemToast(problem: Problem | undefined): boolean {
  if (problem === undefined) return true
  if (problem.code === 'NETWORK') showToast('common.unreachable', { kind: 'danger' })
  else showToast('common.refused', { values: { reason: problem.text }, kind: 'danger' })
  return false
}
