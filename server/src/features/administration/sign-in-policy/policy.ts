import { apiError, roles, type SignInPolicy } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { contains, networksOf, parseNetwork, writeNetwork } from '../../../platform/networks.ts'
import type { Realm } from '../../../realms/realm.ts'
import { passwordHashOf } from '../../identity/users/store.ts'
import { availableMethods, hasSingleSignOn } from '../server-settings/authentication.ts'
import { hasSingleSignOnIdentity, storePolicy } from './store.ts'

type Limits = SignInPolicy['session_minutes']

/** Limits of the roles that are not named stay as they are. */
export type PolicyChange = {
  [K in keyof SignInPolicy]?: (SignInPolicy[K] extends Limits ? Partial<Limits> : SignInPolicy[K]) | undefined
}

/** Changes the policy of the organization, unless its owner could not log in afterwards. */
export async function updatePolicy(
  app: App,
  realm: Realm,
  user: User,
  address: string,
  change: PolicyChange,
): Promise<SignInPolicy> {
  const networks = change.allowed_networks && checkedNetworks(change.allowed_networks, address)
  return await realm.transactExclusively(async (tx) => {
    const before = realm.directory.realm.signInPolicy
    const mode = change.single_sign_on_only ?? before.single_sign_on_only
    const after: SignInPolicy = {
      session_minutes: { ...before.session_minutes, ...change.session_minutes },
      idle_minutes: { ...before.idle_minutes, ...change.idle_minutes },
      single_sign_on_only: mode,
      allowed_networks: networks ?? before.allowed_networks,
      password_min_length: change.password_min_length ?? before.password_min_length,
      password_min_level: change.password_min_level ?? before.password_min_level,
    }
    if (mode !== before.single_sign_on_only && mode !== 'off') await assertWayBack(app, realm, user, mode)
    await storePolicy(tx, before, after)
    return after
  })
}

/** Removes duplicates. Throws for a list that would lock out its author. */
function checkedNetworks(list: readonly string[], address: string): string[] {
  const parsed = list.map((text) => {
    const network = parseNetwork(text.trim())
    if (network === undefined) throw apiError('network-invalid', { network: text })
    return network
  })
  if (parsed.length > 0 && !contains(networksOf(parsed), address))
    throw apiError('network-excludes-caller', { address })
  return [...new Set(parsed.map(writeNetwork))]
}

/** An owner who turns passwords off must be able to log in without one, or by the exception for owners. */
async function assertWayBack(
  { config, database: { db } }: App,
  { directory }: Realm,
  user: User,
  mode: 'everyone' | 'except_owners',
): Promise<void> {
  if (!hasSingleSignOn(config, directory)) throw apiError('single-sign-on-missing')
  if (await hasSingleSignOnIdentity(db, user.id)) return
  const keepsPassword =
    mode === 'except_owners' &&
    user.role === roles.owner &&
    availableMethods(config).has('Email') &&
    (directory.realm.authentication.Email ?? true) &&
    (await passwordHashOf(db, user.id)) !== null
  if (!keepsPassword) throw apiError('single-sign-on-without-way-back')
}
