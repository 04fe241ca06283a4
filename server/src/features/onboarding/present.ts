import { type InitialState, onboardingSteps } from '@loquat/contract'
import type { Db } from '../../db/database.ts'
import { stepsDone } from './store.ts'

/** What somebody has not been shown yet. */
export async function remainingSteps(db: Db, userId: number) {
  const done = await stepsDone(db, userId)
  return onboardingSteps.filter(({ name }) => !done.includes(name))
}

/** Fetch type `onboarding_steps`. There is no film of the tour. */
export async function onboardingState(
  db: Db,
  userId: number,
  wants: (type: string) => boolean,
): Promise<Partial<InitialState>> {
  if (!wants('onboarding_steps')) return {}
  return { onboarding_steps: await remainingSteps(db, userId), navigation_tour_video_url: null }
}
