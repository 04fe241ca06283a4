import type { OnboardingStepName } from '@loquat/contract'
import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'
import { useOrg } from '../session/session.ts'
import { showProblemToast } from '../shell/error-toasts.ts'

export interface ImportNotice {
  step: OnboardingStepName
  product: string
  /** Threads kept their names. */
  hasNamedThreads: boolean
}

const notices: readonly ImportNotice[] = [
  { step: 'imported_from_slack', product: 'Slack', hasNamedThreads: false },
  { step: 'imported_from_mattermost', product: 'Mattermost', hasNamedThreads: false },
  { step: 'imported_from_rocketchat', product: 'Rocket.Chat', hasNamedThreads: false },
  { step: 'imported_from_discord', product: 'Discord', hasNamedThreads: true },
]

/** The notice that an imported user has not seen yet. */
export const useImportNotice = (): ImportNotice | undefined =>
  useOrg((org) => notices.find(({ step }) => org.onboarding_steps?.some(({ name }) => name === step)))

/** Other devices learn of it by an event. */
export const markNoticeSeen = async ({ step }: ImportNotice) =>
  showProblemToast(await attempt(() => api.markOnboardingStep({ onboarding_step: step })))
