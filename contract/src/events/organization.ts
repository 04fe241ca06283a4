import { z } from 'zod'
import { event } from '../event.ts'
import { onboardingStep, realmDomain } from '../objects/organization.ts'

export const domainAdded = event(
  'realm_domains',
  'add',
  'People may have their address at a further domain.',
  {
    realm_domain: realmDomain,
  },
)

export const domainChanged = event(
  'realm_domains',
  'change',
  'The subdomains of a domain count now, or no longer.',
  { realm_domain: realmDomain },
)

export const domainRemoved = event('realm_domains', 'remove', 'A domain was removed.', {
  domain: z.string(),
})

export const userSettingsDefaultChanged = event(
  'realm_user_settings_defaults',
  'update',
  'New people begin with another value of a personal setting.',
  { property: z.string(), value: z.union([z.boolean(), z.int(), z.string()]) },
)

export const realmDeactivated = event(
  'realm',
  'deactivated',
  'The organization was deactivated: nothing works any more.',
  { realm_id: z.int() },
)

export const onboardingStepsChanged = event(
  'onboarding_steps',
  null,
  'What the receiver has not been shown yet.',
  { onboarding_steps: z.array(onboardingStep) },
)
