import { type InitialState, onboardingSteps } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import { stepsQuery } from './store.ts'

/** What somebody has not been shown yet. */
export async function remainingSteps(db: Db, userId: number) {
  return stepsAfter(await stepsQuery(db, userId).execute())
}

/** Given what they have been shown. */
function stepsAfter(rows: readonly { onboarding_done: string[] }[]) {
  const done = rows.flatMap((row) => row.onboarding_done)
  return onboardingSteps.filter(({ name }) => !done.includes(name))
}

/** Fetch type `onboarding_steps`. There is no film of the tour. */
export const onboardingState = (rows: readonly { onboarding_done: string[] }[]): Partial<InitialState> => ({
  onboarding_steps: stepsAfter(rows),
  navigation_tour_video_url: null,
})
