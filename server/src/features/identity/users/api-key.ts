import { apiError } from '@loquat/contract'
import type { User } from '../../../directory/directory.ts'
import type { Sealer } from '../../../platform/sealer.ts'
import { workContext } from '../../../platform/work-context.ts'
import type { Realm } from '../../../realms/realm.ts'

export const apiKeyOf = (sealer: Sealer, user: Pick<User, 'sealedApiKey'>): string =>
  sealer.open('api key', user.sealedApiKey)

/**
 * Records in the audit log that the API key was given to someone who proved to be its user, or to the operator. Throws if the organization
 * has turned off API keys: nobody should store one that does not work.
 */
export async function recordShownKey(realm: Realm, user: User): Promise<void> {
  const target = { type: 'user', id: user.id } as const
  const isCommand = workContext.getStore()?.command !== undefined
  const actorId = isCommand ? undefined : user.id
  if (!isCommand && !realm.directory.setting('api_keys_enabled')) throw apiError('api-keys-disabled')
  await realm.transact(async (tx) => tx.audit({ kind: 'api_key.shown', target, actorId }))
}
