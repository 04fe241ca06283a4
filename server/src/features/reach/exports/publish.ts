import { type Directory, isAdmin, isBot, type User, userSetting } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Signer } from '../../../platform/signer.ts'
import { presentExport } from './present.ts'
import { exportsOf } from './store.ts'

const administrators = (directory: Directory) => ({
  users: [...directory.activeUsers()].filter((user) => isAdmin(user) && !isBot(user)).map((user) => user.id),
})

/** Publishes the full list: clients replace theirs. */
export async function publishExports(tx: Tx, directory: Directory, signer: Signer): Promise<void> {
  const exports = (await exportsOf(tx.db, tx.realmId)).map((row) => presentExport(directory, signer, row))
  tx.publish({ type: 'realm_export', exports }, administrators(directory))
}

/** Publishes to administrators whether a user consents to the export of their private data. */
export async function publishConsent(tx: Tx, directory: Directory, user: User): Promise<void> {
  if (isBot(user)) return
  tx.publish({ type: 'realm_export_consent', ...consentOf(user) }, administrators(directory))
}

export const consentOf = (user: User) => ({
  user_id: user.id,
  consented: userSetting(user, 'allow_private_data_export'),
})

export async function publishChangedConsent(
  tx: Tx,
  directory: Directory,
  before: User,
  after: User,
): Promise<void> {
  if (consentOf(before).consented !== consentOf(after).consented) await publishConsent(tx, directory, after)
}
