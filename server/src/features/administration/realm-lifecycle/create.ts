import type { App } from '../../../app.ts'
import type { Realm } from '../../../realms/realm.ts'
import { insertRealm, lockSetup } from '../../../realms/store.ts'
import { subscribe } from '../../places/channels/subscribe.ts'
import { defaultRequest } from '../../places/channels/subscribe-request.ts'
import { createUser } from '../accounts/create.ts'
import { updateRealm } from '../realm-settings/actions.ts'
import { changeUserDefaults } from './user-defaults.ts'

export interface NewOrganization {
  subdomain: string
  name: string
  owner: { email: string; fullName: string; password: string }
  /** For schools and universities: starts with stricter permissions. */
  isEducation?: boolean
  /** Creation date for imported organizations. */
  since?: Date | undefined
}

/**
 * Creates an organization with its owner and a first channel for announcements. Undefined if the subdomain is
 * taken.
 */
export async function createOrganization(
  app: App,
  organization: NewOrganization,
): Promise<Realm | undefined> {
  const { subdomain, name, owner, since } = organization
  const id = await app.database.db.transaction().execute(async (db) => {
    await lockSetup(db)
    const id = await insertRealm(db, subdomain, name, since)
    const target = { type: 'organization', name: subdomain } as const
    if (id !== false)
      await app.trail.record(db, id, { kind: 'organization.created', target, after: { name } })
    return id
  })
  if (id === false) return undefined
  const realm = await app.realms.byId(id)
  const ownerId = await createUser(realm, {
    email: owner.email,
    fullName: owner.fullName,
    role: 100,
    passwordHash: await app.passwords.hash(owner.password),
    since,
  })
  await subscribe(app, realm, ownerId, {
    ...defaultRequest,
    channels: [{ name: 'general', description: 'For everyone, about anything' }],
    isDefault: true,
    since,
  })
  const general = realm.directory.channelByName('general')?.id ?? -1
  await updateRealm(app, realm, ownerId, {
    new_stream_announcements_stream_id: general,
    chat_update_announcements_stream_id: general,
  })
  if (organization.isEducation) await applyEducationDefaults(app, realm, ownerId)
  return realm
}

const educationType = 35

async function applyEducationDefaults(app: App, realm: Realm, ownerId: number): Promise<void> {
  const to = (group: 'role:moderators' | 'role:administrators') => ({
    new: realm.directory.systemGroup(group).id,
  })
  await updateRealm(app, realm, ownerId, {
    org_type: educationType,
    can_add_subscribers_group: to('role:moderators'),
    can_create_groups: to('role:moderators'),
    can_move_messages_between_channels_group: to('role:moderators'),
    can_create_public_channel_group: to('role:administrators'),
    can_invite_users_group: to('role:administrators'),
  })
  await changeUserDefaults(realm, { email_address_visibility: 3 })
}
