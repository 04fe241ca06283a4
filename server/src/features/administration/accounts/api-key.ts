import { type Directory, isBot, type User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { randomApiKey } from '../../../platform/passwords.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishBot } from '../../identity/bots/publish.ts'
import { findUser } from '../../identity/users/find.ts'
import { updateAccount } from '../../identity/users/store.ts'

/** Replaces the API key of an account. */
export async function regenerateApiKey(realm: Realm, userId: number): Promise<string> {
  return await realm.transactExclusively(async (tx) => {
    const user = findUser(realm.directory, userId)
    return await regenerateKeyOf(tx, realm.directory, user)
  })
}

/** Publishes the new key of a bot to its owner and administrators. For other accounts, only server processes learn of the change. */
export async function regenerateKeyOf(tx: Tx, directory: Directory, user: User): Promise<string> {
  const apiKey = randomApiKey()
  const { hash, sealed } = tx.sealer.storedKey('api key', apiKey)
  await updateAccount(tx, user.id, { api_key_hash: hash, api_key_sealed: sealed })
  tx.audit({ kind: 'api_key.replaced', target: { type: 'user', id: user.id } })
  for (const extend of tx.extensions.apiKeyReplaced) await extend(tx, user.id)
  const touches = { users: [user.id] }
  if (isBot(user)) publishBot(tx, directory, user, { api_key: apiKey }, touches)
  else tx.publish({ type: 'refresh' }, { users: [] }, touches)
  return apiKey
}
