import { apiError, type Role } from '@loquat/contract'
import { type Directory, isAdmin, isBot, type User } from '../../../directory/directory.ts'
import { groupsByRole } from '../../../directory/groups.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishBot, publishVisibleBots } from '../../identity/bots/publish.ts'
import { changeProfile, type ProfileEntry } from '../../identity/profile-fields/profiles.ts'
import { changeEmail } from '../../identity/users/email.ts'
import { noSuchUser } from '../../identity/users/find.ts'
import { publishVisibilityAfterRoleChange } from '../../identity/users/guest-visibility.ts'
import { checkedFullName, checkedRole } from '../../identity/users/rules.ts'
import { updateAccount } from '../../identity/users/store.ts'
import { publishVisibleDefaultChannels } from '../../places/channels/default-channels.ts'
import { publishVisibleChannels } from '../../places/channels/publish.ts'

export interface UserChanges {
  role: number | undefined
  fullName: string | undefined
  profile: readonly ProfileEntry[] | undefined
  newEmail: string | undefined
}

/** Changes another account in this order, in one transaction. */
export async function updateUser(
  realm: Realm,
  callerId: number,
  targetId: number,
  changes: UserChanges,
): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const caller = directory.users.get(callerId)
    const target = directory.users.get(targetId)
    if (caller === undefined || target === undefined || target.isSystemBot) throw noSuchUser()
    if (!isAdmin(caller) && target.botOwnerId !== caller.id) {
      throw apiError('account-change-denied')
    }
    if (changes.role !== undefined) await changeRole(tx, directory, caller, target, changes.role)
    if (changes.fullName !== undefined) await changeName(tx, directory, target, changes.fullName)
    if (changes.profile !== undefined)
      await changeProfileFields(tx, directory, caller, target, changes.profile)
    if (changes.newEmail !== undefined) await changeEmail(tx, directory, caller, target, changes.newEmail)
  })
}

/** Empty values are deleted. */
async function changeProfileFields(
  tx: Tx,
  directory: Directory,
  caller: User,
  target: User,
  entries: readonly ProfileEntry[],
): Promise<void> {
  if (isBot(target)) throw apiError('account-profile-missing')
  const emptied = entries.map(({ id, value }) => ({ id, value: value?.length === 0 ? null : value }))
  await changeProfile(tx, directory, caller, target, emptied)
}

/** Changes the name of an account on behalf of its owner. */
export async function updateOwnName(realm: Realm, userId: number, fullName: string): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const user = realm.directory.users.get(userId)
    if (user === undefined) throw noSuchUser()
    await changeName(tx, realm.directory, user, fullName)
  })
}

export async function changeRole(
  tx: Tx,
  directory: Directory,
  caller: User,
  target: User,
  requestedRole: number,
): Promise<void> {
  const role = checkedRole(directory, caller, target, requestedRole)
  if (role !== undefined) await assignRole(tx, directory, target, role)
}

/** Changes a role without asking whether the caller may. */
export async function assignRole(tx: Tx, directory: Directory, target: User, role: Role): Promise<void> {
  await updateAccount(tx, target.id, { role })
  tx.audit({
    kind: 'user.role_changed',
    target: { type: 'user', id: target.id },
    before: { role: target.role },
    after: { role },
  })
  tx.publish(
    { type: 'realm_user', op: 'update', person: { user_id: target.id, role } },
    { knowing: target.id },
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
  publishVisibleChannels(tx, directory, target, { ...target, role })
  publishVisibleDefaultChannels(tx, directory, target, { ...target, role })
  await publishVisibleBots(tx, directory, target, { ...target, role })
  await publishVisibilityAfterRoleChange(tx, directory, target, { ...target, role })
}

export async function changeName(
  tx: Tx,
  directory: Directory,
  target: User,
  fullName: string,
): Promise<void> {
  const name = checkedFullName(directory, fullName, target)
  if (name === target.fullName) return
  await updateAccount(tx, target.id, { full_name: name })
  tx.audit({
    kind: 'user.renamed',
    target: { type: 'user', id: target.id },
    before: { full_name: target.fullName },
    after: { full_name: name },
  })
  tx.publish(
    { type: 'realm_user', op: 'update', person: { user_id: target.id, full_name: name } },
    { knowing: target.id },
    { users: [target.id] },
  )
  if (isBot(target)) publishBot(tx, directory, { ...target, fullName: name }, { full_name: name })
}
