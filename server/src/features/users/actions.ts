import { initialUserSettings, type Role, refuse, type UserSettings } from '@loquat/contract'
import type { App } from '../../app.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Channel, Directory, User } from '../../directory/directory.ts'
import { groupsByRole } from '../../directory/groups.ts'
import { loadUsers } from '../../directory/store.ts'
import { hashPassword, isStrongEnough, randomApiKey } from '../../platform/passwords.ts'
import type { Realm } from '../../realms/realm.ts'
import { defaultChannelsOf, subscribeNewcomer } from '../channels/newcomers.ts'
import { announceNewcomer } from './notices.ts'
import { presentUser } from './present.ts'
import { assertWelcome, checkedEmail, checkedFullName } from './rules.ts'
import { insertAccount } from './store.ts'

/** An administrator makes an account for somebody. */
export async function createUserAs(
  app: App,
  realm: Realm,
  caller: User,
  user: { email: string; fullName: string; password: string },
): Promise<number> {
  if (caller.role !== 100 && !caller.canCreateUsers) {
    throw refuse('BadRequest', 'This account may not create users.')
  }
  const { email, fullName, password } = user
  // Before the expensive hash; again when nobody else can change anything.
  await realm.decide(() => {
    checkedFullName(realm.directory, fullName)
    assertWelcome(realm.directory, email)
    checkedEmail(realm.directory, email)
  })
  const passwordHash = await checkedPasswordHash(password)
  const id = await createUser(realm, { email, fullName, role: 400, passwordHash })
  await announceNewcomer(app, realm, id)
  return id
}

const checkedIdentity = (directory: Directory, user: { email: string; fullName: string }) => ({
  fullName: checkedFullName(directory, user.fullName),
  email: checkedEmail(directory, user.email),
})

export interface NewUser {
  email: string
  fullName: string
  role: Role
  passwordHash: string | null
}

export async function createUser(realm: Realm, user: NewUser): Promise<number> {
  const { directory } = realm
  const { role, passwordHash } = user
  return await realm.exclusively(async (tx) => {
    const { fullName, email } = checkedIdentity(directory, user)
    const apiKey = randomApiKey()
    const canCreateUsers = role === 100
    const id = await insertAccount(tx.db, realm.id, {
      email,
      fullName,
      role,
      apiKey,
      passwordHash,
      canCreateUsers,
      settings: settingsOfNewcomer(directory),
    })
    const [created] = await loadUsers(tx.db, realm.id, [id])
    if (created === undefined) throw new Error(`The new account ${id} is not there.`)
    const channels = defaultChannelsOf(directory)
    announceUser(tx, directory, created, channels)
    await subscribeNewcomer(tx, directory, created, channels)
    return id
  })
}

/** What the organization decides for new people; only what differs from what everyone has. */
function settingsOfNewcomer(directory: Directory): Partial<UserSettings> {
  const default_language = directory.setting('default_language')
  return default_language === initialUserSettings.default_language ? {} : { default_language }
}

export async function checkedPasswordHash(password: string): Promise<string> {
  if (!(await isStrongEnough(password)))
    throw refuse('BadRequest', 'password: this password is too easy to guess.')
  return await hashPassword(password)
}

function announceUser(tx: Tx, directory: Directory, user: User, joined: readonly Channel[]): void {
  const person = presentUser(directory, user, { viewer: user, externalAvatar: false, profiles: new Map() })
  const subscriptions = { channels: joined.map((channel) => channel.id), users: [user.id] }
  tx.publish(
    { type: 'realm_user', op: 'add', person },
    { everyone: true },
    { users: [user.id], ...(joined.length > 0 ? { subscriptions } : {}) },
  )
  for (const name of groupsByRole(directory, user)) {
    const group_id = directory.systemGroup(name).id
    tx.publish({ type: 'user_group', op: 'add_members', group_id, user_ids: [user.id] }, { everyone: true })
  }
}
