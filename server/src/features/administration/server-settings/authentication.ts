import {
  type AuthenticationMethod,
  type AuthenticationMethodStates,
  authenticationMethods,
  passwordRights,
  roles,
} from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
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

/** Methods that log in with a password entered here. */
const passwordMethods: readonly AuthenticationMethod[] = ['Email', 'LDAP']

const isTurnedOff = ({ signInPolicy }: OrganizationRules, method: AuthenticationMethod) =>
  signInPolicy.single_sign_on_only !== 'off' && passwordMethods.includes(method)

/** The methods as they can be used now: single sign-on only turns passwords off, whatever the settings of the methods. */
export function usableMethods(config: Config, rules: OrganizationRules): AuthenticationMethodStates {
  const states = methodStates(config, rules)
  return Object.fromEntries(
    authenticationMethods.map((name) => [
      name,
      isTurnedOff(rules, name) ? { ...states[name], enabled: false } : states[name],
    ]),
  ) as AuthenticationMethodStates
}

/** Whether the organization uses passwords, local or LDAP. */
export const usesPasswords = (config: Config, directory: Directory) =>
  passwordRights(usableMethods(config, directory.realm)).realm_password_auth_enabled

/** Whether a method is enabled by the organization and supported by the server. */
export const isMethodEnabled = (config: Config, { realm }: Directory, method: AuthenticationMethod) =>
  isSetUp(config, realm, method) && !isTurnedOff(realm, method)

const isSetUp = (config: Config, rules: OrganizationRules, method: AuthenticationMethod) =>
  availableMethods(config).has(method) && (rules.authentication[method] ?? true)

/** Whether there is a way to log in without a password entered here. */
export const hasSingleSignOn = (
  config: Config,
  { realm }: Directory,
  authentication = realm.authentication,
) =>
  authenticationMethods.some(
    (method) => !passwordMethods.includes(method) && isSetUp(config, { ...realm, authentication }, method),
  )

/** Owners who keep their local password although others cannot use one, for the time when single sign-on fails. */
export const keepsPasswordsForOwners = (config: Config, { realm }: Directory) =>
  realm.signInPolicy.single_sign_on_only === 'except_owners' && isSetUp(config, realm, 'Email')

/** Whether an account can log in with a local password. */
export const canUseLocalPassword = (config: Config, directory: Directory, user: User | undefined) =>
  isMethodEnabled(config, directory, 'Email') ||
  (user?.role === roles.owner && keepsPasswordsForOwners(config, directory))

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
