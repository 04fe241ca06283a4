import { apiError, type OnboardingStepName } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { Realm } from '../../../realms/realm.ts'
import { remindOfTour } from './jobs.ts'
import { remainingSteps } from './present.ts'
import { addStep } from './store.ts'

/** Marks a step as done. The tour can be postponed with a reminder. */
export async function markStep(
  app: App,
  realm: Realm,
  user: User,
  step: OnboardingStepName,
  reminderDelay: number | undefined,
): Promise<void> {
  if (reminderDelay !== undefined && step !== 'navigation_tour_video') {
    throw apiError('onboarding-reminder-unavailable')
  }
  await realm.transact(async (tx) => {
    if (!(await addStep(tx, user.id, step))) return
    if (reminderDelay !== undefined) {
      const at = new Date(app.clock.now() + reminderDelay * 1_000)
      await enqueue(tx.db, remindOfTour, { realmId: realm.id, userId: user.id }, { at })
    }
    const onboarding_steps = await remainingSteps(tx.db, user.id)
    tx.publish({ type: 'onboarding_steps', onboarding_steps }, { users: [user.id] })
  })
}
