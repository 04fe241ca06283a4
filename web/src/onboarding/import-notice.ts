import type { OnboardingStepName } from '@loquat/contract'
import { useOrg } from '../session/session.ts'
import { isStepLeft, markStep } from './onboarding-steps.ts'

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
  useOrg((org) => notices.find(({ step }) => isStepLeft(org, step)))

export const markNoticeSeen = ({ step }: ImportNotice) => markStep(step)
