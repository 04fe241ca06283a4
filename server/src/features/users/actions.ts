import { type Role, refuse } from '@loquat/contract'
import type { Tx } from '../../db/transaction.ts'
import { type Channel, type Directory, isAdmin, type User } from '../../directory/directory.ts'
import { groupsByRole } from '../../directory/groups.ts'
import { loadUsers } from '../../directory/store.ts'
import { hashPassword, isStrongEnough, randomApiKey } from '../../platform/passwords.ts'
import type { Realm } from '../../realms/realm.ts'
import { announceChannelsInSight } from '../channels/announce.ts'
import { announceDefaultsInSight } from '../channels/default-channels.ts'
import { defaultChannelsOf, subscribeNewcomer } from '../channels/newcomers.ts'
import { presentUser } from './present.ts'
import { checkedEmail, checkedFullName, checkedRole } from './rules.ts'
import { insertAccount, updateAccount } from './store.ts'

/** An administrator makes an account for somebody. */
export async function createUserAs(
  realm: Realm,
  caller: User,
  user: { email: string; fullName: string; password: string },
): Promise<number> {
  if (caller.role !== 100 && !caller.canCreateUsers) {
    throw refuse('BadRequest', 'This account may not create users.')
  }
  const { email, fullName, password } = user
  // Before the expensive hash; again when nobody else can change anything.
  await realm.decide(() => checkedIdentity(realm.directory, user))
  return await createUser(realm, {
    email,
    fullName,
    role: 400,
    passwordHash: await checkedPasswordHash(password),
  })
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
    })
    const [created] = await loadUsers(tx.db, realm.id, [id])
    if (created === undefined) throw new Error(`The new account ${id} is not there.`)
    const channels = defaultChannelsOf(directory)
    announceUser(tx, directory, created, channels)
    await subscribeNewcomer(tx, directory, created, channels)
    return id
  })
}

export async function checkedPasswordHash(password: string): Promise<string> {
  if (!(await isStrongEnough(password)))
    throw refuse('BadRequest', 'password: this password is too easy to guess.')
  return await hashPassword(password)
}

function announceUser(tx: Tx, directory: Directory, user: User, joined: readonly Channel[]): void {
  const person = presentUser(directory, user, { viewer: user, externalAvatar: false })
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

export async function updateUser(
  realm: Realm,
  callerId: number,
  targetId: number,
  changes: { fullName: string | undefined; role: number | undefined },
): Promise<void> {
  const { directory } = realm
  await realm.exclusively(async (tx) => {
    const caller = directory.users.get(callerId)
    const target = directory.users.get(targetId)
    if (caller === undefined || target === undefined || target.isSystemBot) {
      throw refuse('BadRequest', 'There is no such user.')
    }
    if (!isAdmin(caller) && target.botOwnerId !== caller.id) {
      throw refuse('BadRequest', 'Only administrators may change other accounts.')
    }
    if (changes.role !== undefined) await changeRole(tx, directory, caller, target, changes.role)
    if (changes.fullName !== undefined) await changeName(tx, directory, target, changes.fullName)
  })
}

/** Somebody gives themselves another name. False if it is the one they have. */
export async function updateOwnName(realm: Realm, userId: number, fullName: string): Promise<boolean> {
  return await realm.exclusively(async (tx) => {
    const user = realm.directory.users.get(userId)
    if (user === undefined) throw refuse('BadRequest', 'There is no such user.')
    return await changeName(tx, realm.directory, user, fullName)
  })
}

async function changeRole(
  tx: Tx,
  directory: Directory,
  caller: User,
  target: User,
  wanted: number,
): Promise<void> {
  const role = checkedRole(directory, caller, target, wanted)
  if (role === undefined) return
  await updateAccount(tx, target.id, { role })
  tx.publish(
    { type: 'realm_user', op: 'update', person: { user_id: target.id, role } },
    { everyone: true },
    { users: [target.id] },
  )
  const before = groupsByRole(directory, target)
  const after = groupsByRole(directory, { ...target, role })
  for (const name of before.filter((group) => !after.includes(group))) {
    const group_id = directory.systemGroup(name).id
    tx.publish(
      { type: 'user_group', op: 'remove_members', group_id, user_ids: [target.id] },
      { everyone: true },
    )
  }
  for (const name of after.filter((group) => !before.includes(group))) {
    const group_id = directory.systemGroup(name).id
    tx.publish({ type: 'user_group', op: 'add_members', group_id, user_ids: [target.id] }, { everyone: true })
  }
  announceChannelsInSight(tx, directory, target, { ...target, role })
  announceDefaultsInSight(tx, directory, target, { ...target, role })
}

async function changeName(tx: Tx, directory: Directory, target: User, fullName: string): Promise<boolean> {
  if (fullName.trim() === '') return false
  const name = checkedFullName(directory, fullName, target)
  if (name === target.fullName) return false
  await updateAccount(tx, target.id, { full_name: name })
  tx.publish(
    { type: 'realm_user', op: 'update', person: { user_id: target.id, full_name: name } },
    { everyone: true },
    { users: [target.id] },
  )
  return true
}
