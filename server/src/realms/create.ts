import type { App } from '../app.ts'
import { ordinaryRequest, subscribe } from '../features/channels/subscribe.ts'
import { updateRealm } from '../features/realm-settings/actions.ts'
import { createUser } from '../features/users/actions.ts'
import { hashPassword } from '../platform/passwords.ts'
import type { Realm } from './realm.ts'
import { insertRealm, lockSetup } from './store.ts'

export interface NewOrganization {
  subdomain: string
  name: string
  owner: { email: string; fullName: string; password: string }
}

/** An organization with its owner and a first channel, where news of the organization go. Undefined if the subdomain is taken. */
export async function createOrganization(
  app: App,
  organization: NewOrganization,
): Promise<Realm | undefined> {
  const { subdomain, name, owner } = organization
  const id = await app.database.db.transaction().execute(async (db) => {
    await lockSetup(db)
    return await insertRealm(db, subdomain, name)
  })
  if (id === false) return undefined
  const realm = await app.realms.byId(id)
  const ownerId = await createUser(realm, {
    email: owner.email,
    fullName: owner.fullName,
    role: 100,
    passwordHash: await hashPassword(owner.password),
  })
  await subscribe(realm, ownerId, {
    ...ordinaryRequest,
    channels: [{ name: 'general', description: 'For everyone, about anything' }],
    isDefault: true,
  })
  const general = realm.directory.channelByName('general')?.id ?? -1
  await updateRealm(app, realm, ownerId, {
    new_stream_announcements_stream_id: general,
    chat_update_announcements_stream_id: general,
  })
  return realm
}
