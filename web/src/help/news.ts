import type { InitialState } from '@loquat/contract'
import { isStepLeft, markStep } from '../onboarding/onboarding-steps.ts'
import { peopleById } from '../people/people.ts'
import { org, useOrg } from '../session/session.ts'

/** The newest version on the page `whats-new`. For everyone who joined later, nothing is new. */
export const newest = {
  version: '0.3',
  released: '2026-11-18',
  step: 'whats_new_0_3',
} as const

/** Whether there are news that the user has not opened on any device. */
export function hasNews(state: InitialState): boolean {
  if (!isStepLeft(state, newest.step)) return false
  const joined = peopleById(state).get(state.user_id ?? 0)?.date_joined
  return joined !== undefined && Date.parse(joined) < Date.parse(newest.released)
}

export const useHasNews = (): boolean => useOrg(hasNews)

/** Called when the news are shown. */
export function markNewsSeen(): void {
  if (isStepLeft(org(), newest.step)) void markStep(newest.step)
}
