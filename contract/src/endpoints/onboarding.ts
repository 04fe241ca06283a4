import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { onboardingStepNames } from '../objects/organization.ts'
import { json, text } from '../param.ts'

/** Maximum delay of a reminder: one year. */
const maxDelaySeconds = 31_536_000

export const markOnboardingStep = endpoint({
  route: 'POST /users/me/onboarding_steps',
  summary: 'Note that the caller has been shown something that is shown once',
  notes:
    'With `navigation_tour_video`, `schedule_navigation_tour_video_reminder_delay` asks for a reminder in so many seconds.',
  auth: 'user',
  gate: 'human',
  params: {
    onboarding_step: text(z.enum(onboardingStepNames)),
    schedule_navigation_tour_video_reminder_delay: json(z.int().min(0).max(maxDelaySeconds).optional()),
  },
  example: { onboarding_step: 'intro_inbox_view_modal' },
  reply: {},
})
