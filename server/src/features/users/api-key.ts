import { randomApiKey } from '../../platform/passwords.ts'
import type { Realm } from '../../realms/realm.ts'
import { findUser } from './find.ts'
import { updateAccount } from './store.ts'

/** Gives an account another key. Nobody is told but the processes, which forget the old one. */
export async function regenerateApiKey(realm: Realm, userId: number): Promise<string> {
  return await realm.exclusively(async (tx) => {
    findUser(realm.directory, userId)
    const apiKey = randomApiKey()
    await updateAccount(tx, userId, { api_key: apiKey })
    tx.publish({ type: 'refresh' }, { users: [] }, { users: [userId] })
    return apiKey
  })
}
