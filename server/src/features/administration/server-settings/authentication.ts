import {
  type AuthenticationMethod,
  type AuthenticationMethodStates,
  authenticationMethods,
  passwordRights,
} from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import type { OrganizationRules } from '../../../directory/organization-store.ts'
import type { Config } from '../../../platform/config.ts'
import type { OpenIdProvider } from '../../../platform/login-config.ts'

/** Authentication methods that this server has configured. */
export function availableMethods({ ldap, openIdProviders }: Config): ReadonlySet<AuthenticationMethod> {
  return new Set<AuthenticationMethod>([
    'Email',
    ...(ldap === undefined ? [] : (['LDAP'] as const)),
    ...(openIdProviders.length === 0 ? [] : (['OpenID Connect'] as const)),
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

/** Login providers of the organization, in display order. */
export const providersOf = (config: Config, directory: Directory): readonly OpenIdProvider[] =>
  isMethodEnabled(config, directory, 'OpenID Connect') ? config.openIdProviders : []
