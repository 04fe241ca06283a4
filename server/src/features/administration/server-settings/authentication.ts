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

/** The ways to log in that this server has. */
export function availableMethods({ ldap, openIdProviders }: Config): ReadonlySet<AuthenticationMethod> {
  return new Set<AuthenticationMethod>([
    'Email',
    ...(ldap === undefined ? [] : (['LDAP'] as const)),
    ...(openIdProviders.length === 0 ? [] : (['OpenID Connect'] as const)),
  ])
}

/** Every way to log in: whether the organization wants it, and whether the server has it. */
export function methodStates(config: Config, rules: OrganizationRules): AuthenticationMethodStates {
  const available = availableMethods(config)
  return Object.fromEntries(
    authenticationMethods.map((name) => [
      name,
      { enabled: rules.authentication[name] ?? true, available: available.has(name) },
    ]),
  )
}

/** Whether people of the organization log in with a password, be it kept here or elsewhere. */
export const takesPasswords = (config: Config, directory: Directory) =>
  passwordRights(methodStates(config, directory.realm)).realm_password_auth_enabled

/** Whether people of the organization can log in in one way: the server has it, and the organization wants it. */
export function methodWorks(config: Config, directory: Directory, method: AuthenticationMethod): boolean {
  return availableMethods(config).has(method) && (directory.realm.authentication[method] ?? true)
}

/** Who else can say who people of the organization are, in the order in which they are offered. */
export const providersOf = (config: Config, directory: Directory): readonly OpenIdProvider[] =>
  methodWorks(config, directory, 'OpenID Connect') ? config.openIdProviders : []
