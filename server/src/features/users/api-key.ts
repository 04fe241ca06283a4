import type { Tx } from '../../db/transaction.ts'
import { type Directory, isBot, type User } from '../../directory/directory.ts'
import { randomApiKey } from '../../platform/passwords.ts'
import type { Realm } from '../../realms/realm.ts'
import { announceBot } from '../bots/announce.ts'
import { deleteDevicesOf } from '../devices/store.ts'
import { deleteSubscriptionsByKey } from '../web-push/subscription-store.ts'
import { findUser } from './find.ts'
import { updateAccount } from './store.ts'

/** Gives an account another key. */
export async function regenerateApiKey(realm: Realm, userId: number): Promise<string> {
  return await realm.exclusively(async (tx) => {
    const user = findUser(realm.directory, userId)
    return await regenerateKeyOf(tx, realm.directory, user)
  })
}

/** Who looks after a bot learns its key. Of others nobody is told but the processes, which forget the old one. */
export async function regenerateKeyOf(tx: Tx, directory: Directory, user: User): Promise<string> {
  const apiKey = randomApiKey()
  await updateAccount(tx, user.id, { api_key: apiKey })
  // Whoever held the old key could have registered theirs.
  await deleteDevicesOf(tx, user.id)
  await deleteSubscriptionsByKey(tx, user.id)
  const touches = { users: [user.id] }
  if (isBot(user)) announceBot(tx, directory, user, { api_key: apiKey }, touches)
  else tx.publish({ type: 'refresh' }, { users: [] }, touches)
  return apiKey
}
