import type { InitialState, OnboardingStepName } from '@loquat/contract'
import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'
import { showProblemToast } from '../shell/error-toasts.ts'

/** Whether the user has not seen or finished a step yet, on any device. */
export const isStepLeft = (state: InitialState, step: OnboardingStepName): boolean =>
  state.onboarding_steps?.some(({ name }) => name === step) === true

/** Marks a step for good. Other devices learn of it by an event. */
export async function markStep(step: OnboardingStepName): Promise<void> {
  showProblemToast(await attempt(() => api.markOnboardingStep({ onboarding_step: step })))
}
