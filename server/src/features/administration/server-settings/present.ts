import { passwordRights } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import type { Config } from '../../../platform/config.ts'
import { methodStates, providersOf } from './authentication.ts'

/** Ways to log in that clients ask about and no server of ours has. */
const never = ['remoteuser', 'github', 'azuread', 'gitlab', 'apple', 'google', 'saml']

/** Ways to log in, in the words of the specification; `password` stands for any that takes one. */
export function presentMethods(config: Config, directory: Directory): Record<string, boolean> {
  const states = methodStates(config, directory.realm)
  return Object.fromEntries([
    ['password', passwordRights(states).realm_password_auth_enabled],
    ['dev', config.devLogin],
    ...never.map((name) => [name, false]),
    ...Object.entries(states).map(([name, { enabled, available }]) => [
      name.toLowerCase(),
      enabled && available,
    ]),
  ])
}

/** Where people are sent to log in. With an invitation they are sent to the same place, and bring its key. */
export const loginPath = (providerName: string) => `/accounts/login/openid/${providerName}`

export function presentProviders(config: Config, directory: Directory) {
  return providersOf(config, directory).map(({ name, displayName, iconUrl }) => ({
    name: `openid:${name}`,
    display_name: displayName,
    display_icon: iconUrl ?? null,
    login_url: loginPath(name),
    signup_url: loginPath(name),
  }))
}
