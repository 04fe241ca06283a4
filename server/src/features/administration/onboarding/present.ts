import { type InitialState, onboardingSteps } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import { stepsQuery } from './store.ts'

/** Steps not shown to the user yet. */
export async function remainingSteps(db: Db, userId: number) {
  return stepsAfter(await stepsQuery(db, userId).execute())
}

/** Steps that remain after those done. */
function stepsAfter(rows: readonly { onboarding_done: string[] }[]) {
  const done = rows.flatMap((row) => row.onboarding_done)
  return onboardingSteps.filter(({ name }) => !done.includes(name))
}

/** Fetch type `onboarding_steps`. There is no tour video. */
export const onboardingState = (rows: readonly { onboarding_done: string[] }[]): Partial<InitialState> => ({
  onboarding_steps: stepsAfter(rows),
  navigation_tour_video_url: null,
})
