import { z } from 'zod'
import { event } from '../event.ts'
import { onboardingStep, realmDomain } from '../objects/organization.ts'

export const domainAdded = event('realm_domains', 'add', 'An allowed email domain was added.', {
  realm_domain: realmDomain,
})

export const domainChanged = event('realm_domains', 'change', 'An allowed email domain was changed.', {
  realm_domain: realmDomain,
})

export const domainRemoved = event('realm_domains', 'remove', 'An allowed email domain was removed.', {
  domain: z.string(),
})

export const userSettingsDefaultChanged = event(
  'realm_user_settings_defaults',
  'update',
  'A default setting for new users changed.',
  { property: z.string(), value: z.union([z.boolean(), z.int(), z.string()]) },
)

export const realmDeactivated = event(
  'realm',
  'deactivated',
  'The organization was deactivated. All further requests fail.',
  { realm_id: z.int() },
)

export const onboardingStepsChanged = event(
  'onboarding_steps',
  null,
  'The onboarding steps of the recipient changed. Contains those that were not shown yet.',
  { onboarding_steps: z.array(onboardingStep) },
)
