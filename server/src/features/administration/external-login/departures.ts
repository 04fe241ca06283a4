import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { isOnlyOwner } from '../../identity/users/rules.ts'
import { deactivate } from '../accounts/deactivate.ts'
import { reactivate } from '../accounts/reactivate.ts'
import { setLeft } from './sync-store.ts'

/** Deactivates users whom a provider no longer has; none if they are so many that the provider is probably wrong. */
export async function deactivateGone(
  app: App,
  realm: Realm,
  issuer: string,
  { gone, linked, maxShare }: { gone: readonly User[]; linked: number; maxShare: number },
): Promise<void> {
  const max = Math.max(1, Math.floor(linked * maxShare))
  if (gone.length <= max) {
    for (const user of gone) await leave(app, realm, user, issuer)
    return
  }
  const counts = { gone: gone.length, linked, max }
  app.logger.error(
    { realm: realm.id, issuer, ...counts },
    'too many users have left a login provider; none was deactivated',
  )
  await realm.transact(async (tx) => tx.audit({ kind: 'user.sync_refused', after: counts }))
}

/** The only owner stays: without one, nobody could administer the organization. */
async function leave(app: App, realm: Realm, { id }: User, issuer: string): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const user = directory.users.get(id)
    if (!user?.isActive) return
    if (isOnlyOwner(directory, user)) {
      app.logger.warn(
        { realm: realm.id, user: id, issuer },
        'the only owner has left a login provider, and stays',
      )
      return
    }
    await deactivate(tx, directory, user)
    await setLeft(tx, id, issuer, new Date(app.clock.now()))
  })
}

/** Also forgets that they left if an administrator was faster, so that a later deactivation lasts. */
export async function comeBack(realm: Realm, { id }: User, issuer: string): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const user = realm.directory.users.get(id)
    if (user !== undefined && !user.isActive) await reactivate(tx, realm.directory, user)
    await setLeft(tx, id, issuer, null)
  })
}
