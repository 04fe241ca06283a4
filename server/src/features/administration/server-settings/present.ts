import { passwordRights } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import type { Config } from '../../../platform/config.ts'
import { type LoginProvider, providersOf, usableMethods } from './authentication.ts'

/** Authentication methods that clients query but this server never has. */
const unsupportedMethods = ['remoteuser', 'github', 'azuread', 'gitlab', 'apple', 'google']

/** Authentication methods in the API format; `password` means any method with a password. */
export function presentMethods(config: Config, directory: Directory): Record<string, boolean> {
  const states = usableMethods(config, directory.realm)
  return Object.fromEntries([
    ['password', passwordRights(states).realm_password_auth_enabled],
    ['dev', config.devLogin],
    ...unsupportedMethods.map((name) => [name, false]),
    ...Object.entries(states).map(([name, { enabled, available }]) => [
      name.toLowerCase(),
      enabled && available,
    ]),
  ])
}

/** Path that starts a login with a provider. Accepts an invitation key. */
export const loginPath = ({ kind, name }: Pick<LoginProvider, 'kind' | 'name'>) =>
  `/accounts/login/${kind}/${name}`

export function presentProviders(config: Config, directory: Directory) {
  return providersOf(config, directory).map((provider) => ({
    name: `${provider.kind}:${provider.name}`,
    display_name: provider.displayName,
    display_icon: provider.iconUrl ?? null,
    login_url: loginPath(provider),
    signup_url: loginPath(provider),
  }))
}
