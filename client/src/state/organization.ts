import type { BodyOf, InitialState } from '@loquat/contract'
import { patch } from './people.ts'

export function withDomain(state: InitialState, { realm_domain }: BodyOf<'realm_domains:add'>): InitialState {
  return patch(state, { realm_domains: state.realm_domains && [...state.realm_domains, realm_domain] })
}

export function withDomainChange(
  state: InitialState,
  { realm_domain }: BodyOf<'realm_domains:change'>,
): InitialState {
  const changed = state.realm_domains?.map((one) => (one.domain === realm_domain.domain ? realm_domain : one))
  return patch(state, { realm_domains: changed })
}

export function withoutDomain(state: InitialState, { domain }: BodyOf<'realm_domains:remove'>): InitialState {
  return patch(state, { realm_domains: state.realm_domains?.filter((one) => one.domain !== domain) })
}

export function withUserDefault(
  state: InitialState,
  { property, value }: BodyOf<'realm_user_settings_defaults:update'>,
): InitialState {
  const before = state.realm_user_settings_defaults
  return patch(state, {
    realm_user_settings_defaults: before && ({ ...before, [property]: value } as typeof before),
  })
}

export function withOnboardingSteps(
  state: InitialState,
  { onboarding_steps }: BodyOf<'onboarding_steps'>,
): InitialState {
  return patch(state, { onboarding_steps })
}
