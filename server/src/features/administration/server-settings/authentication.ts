import {
  type AuthenticationMethod,
  type AuthenticationMethodStates,
  authenticationMethods,
  passwordRights,
} from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import type { OrganizationRules } from '../../../directory/organization-store.ts'
import type { Config } from '../../../platform/config.ts'

/** Authentication methods that this server has configured. */
export function availableMethods(config: Config): ReadonlySet<AuthenticationMethod> {
  const { ldap, openIdProviders, samlProviders } = config
  return new Set<AuthenticationMethod>([
    'Email',
    ...(ldap === undefined ? [] : (['LDAP'] as const)),
    ...(openIdProviders.length === 0 ? [] : (['OpenID Connect'] as const)),
    ...(samlProviders.length === 0 ? [] : (['SAML'] as const)),
  ])
}

/** All authentication methods: whether the organization enabled each and whether the server supports it. */
export function methodStates(config: Config, rules: OrganizationRules): AuthenticationMethodStates {
  const available = availableMethods(config)
  return Object.fromEntries(
    authenticationMethods.map((name) => [
      name,
      { enabled: rules.authentication[name] ?? true, available: available.has(name) },
    ]),
  )
}

/** Whether the organization uses passwords, local or LDAP. */
export const usesPasswords = (config: Config, directory: Directory) =>
  passwordRights(methodStates(config, directory.realm)).realm_password_auth_enabled

/** Whether a method is enabled by the organization and supported by the server. */
export function isMethodEnabled(config: Config, directory: Directory, method: AuthenticationMethod): boolean {
  return availableMethods(config).has(method) && (directory.realm.authentication[method] ?? true)
}

/** A provider that the login page has a button for. */
export interface LoginProvider {
  kind: 'openid' | 'saml'
  name: string
  displayName: string
  iconUrl: string | undefined
}

/** Login providers of the organization, in display order. */
export function providersOf(config: Config, directory: Directory): LoginProvider[] {
  return [
    ...openIdProvidersOf(config, directory).map((provider) => ({ ...provider, kind: 'openid' as const })),
    ...samlProvidersOf(config, directory).map((provider) => ({ ...provider, kind: 'saml' as const })),
  ]
}

export const openIdProvidersOf = (config: Config, directory: Directory) =>
  isMethodEnabled(config, directory, 'OpenID Connect') ? config.openIdProviders : []

export const samlProvidersOf = (config: Config, directory: Directory) =>
  isMethodEnabled(config, directory, 'SAML') ? config.samlProviders : []
