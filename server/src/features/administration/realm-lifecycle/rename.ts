import type { Realm } from '../../../realms/realm.ts'
import { setSubdomain } from './store.ts'

/** Moves an organization to another subdomain. Every process learns of it through the log. */
export async function renameSubdomain(realm: Realm, subdomain: string): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    await setSubdomain(tx, subdomain)
    const before = { subdomain: realm.directory.realm.subdomain }
    tx.audit({ kind: 'organization.moved', before, after: { subdomain } })
    tx.publish({ type: 'refresh' }, { users: [] }, { realm: true })
  })
}
