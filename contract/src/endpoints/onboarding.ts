import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { onboardingStepNames } from '../objects/organization.ts'
import { json, text } from '../param.ts'

/** Maximum delay of a reminder: one year. */
const maxDelaySeconds = 31_536_000

export const markOnboardingStep = endpoint({
  route: 'POST /users/me/onboarding_steps',
  summary: 'Mark an onboarding step as read',
  notes:
    'Use this after showing a one-time hint to the user. With `navigation_tour_video`, ' +
    '`schedule_navigation_tour_video_reminder_delay` schedules a reminder.',
  auth: 'user',
  gate: 'human',
  params: {
    onboarding_step: text(z.enum(onboardingStepNames)),
    schedule_navigation_tour_video_reminder_delay: json(z.int().min(0).max(maxDelaySeconds).optional()),
  },
  example: { onboarding_step: 'intro_inbox_view_modal' },
  reply: {},
  reasons: ['onboarding-reminder-unavailable'],
})
