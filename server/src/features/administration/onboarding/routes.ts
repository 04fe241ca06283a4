import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { markStep } from './actions.ts'

export const onboardingRoutes = implement(areas.onboarding, {
  markOnboardingStep: async ({ app, realm, user, params }) => {
    const { onboarding_step, schedule_navigation_tour_video_reminder_delay: delay } = params
    await markStep(app, realm, user, onboarding_step, delay)
    return {}
  },
})
