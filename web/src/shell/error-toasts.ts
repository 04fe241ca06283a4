import type { Problem } from '../session/attempt.ts'
import { showToast } from './toasts.ts'

/** Shows the error of an attempt, if any. Returns whether it succeeded. */
export function showProblemToast(problem: Problem | undefined): boolean {
  if (problem === undefined) return true
  if (problem.code === 'NETWORK') showToast('common.unreachable', { kind: 'danger' })
  else showToast('common.refused', { values: { reason: problem.text }, kind: 'danger' })
  return false
}
