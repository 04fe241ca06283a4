import type { User } from '../../../directory/directory.ts'
import type { Sealer } from '../../../platform/sealer.ts'
import { workContext } from '../../../platform/work-context.ts'
import type { Realm } from '../../../realms/realm.ts'

export const apiKeyOf = (sealer: Sealer, user: Pick<User, 'sealedApiKey'>): string =>
  sealer.open('api key', user.sealedApiKey)

/** Records in the audit log that the API key was given to someone who proved to be its user, or to the operator. */
export async function recordShownKey(realm: Realm, user: User): Promise<void> {
  const target = { type: 'user', id: user.id } as const
  const actorId = workContext.getStore()?.command === undefined ? user.id : undefined
  await realm.transact(async (tx) => tx.audit({ kind: 'api_key.shown', target, actorId }))
}
