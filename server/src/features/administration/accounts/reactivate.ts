import { apiError } from '@loquat/contract'
import { type Directory, isAdmin, isBot, type User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { changeOwner } from '../../identity/bots/owner.ts'
import { assertMayCreate, assertNameFree } from '../../identity/bots/rules.ts'
import { publishStatusAfterReactivation } from '../../identity/user-status/publish.ts'
import { noSuchUser } from '../../identity/users/find.ts'
import { publishVisibilityAfterDeactivation } from '../../identity/users/guest-visibility.ts'
import { setActive } from '../../identity/users/store.ts'
import { resumeSubscriptions } from '../../places/channels/store.ts'
import { isErased } from '../erasure/store.ts'
import { publishActive } from './deactivate.ts'
import { publishMembershipsAfterReactivation } from './memberships.ts'

/** Reactivates an account. For an active account, publishes everything again, which is harmless. */
export async function reactivateUser(realm: Realm, callerId: number, targetId: number): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const caller = directory.users.get(callerId)
    const target = directory.users.get(targetId)
    if (caller === undefined || !isAdmin(caller)) {
      throw apiError('account-reactivation-denied')
    }
    if (target === undefined || target.isSystemBot) throw noSuchUser()
    await reactivateAs(tx, directory, caller, target)
  })
}

/** Reactivates an account within a transaction. The caller is an administrator. */
export async function reactivateAs(tx: Tx, directory: Directory, caller: User, target: User): Promise<void> {
  if (isBot(target)) assertMayReactivateBot(directory, caller, target)
  await reactivate(tx, directory, target, async () => {
    if (isBot(target)) await ensureActiveOwner(tx, directory, caller, target)
  })
}

/** Reactivates an account without asking whether the caller may. */
export async function reactivate(
  tx: Tx,
  directory: Directory,
  target: User,
  afterActivation: () => Promise<void> = async () => {},
): Promise<void> {
  if (await isErased(tx.db, target.id)) throw apiError('account-erased')
  if (!target.isActive) await resumeSubscriptions(tx, target.id)
  await setActive(tx, [target.id], true)
  if (!target.isActive) tx.audit({ kind: 'user.reactivated', target: { type: 'user', id: target.id } })
  await publishVisibilityAfterDeactivation(tx, directory, target, { ...target, isActive: true })
  publishActive(tx, directory, target, true, { knowing: target.id })
  await afterActivation()
  for (const extend of tx.extensions.accountReactivated) await extend(tx, directory, target)
  publishMembershipsAfterReactivation(tx, directory, target)
  await publishStatusAfterReactivation(tx, target)
}

/** A bot can be reactivated only if it could be created now. */
function assertMayReactivateBot(directory: Directory, caller: User, bot: User): void {
  assertMayCreate(directory, caller, bot.botType)
  assertNameFree(directory, bot.fullName)
}

/** A bot needs an active owner. */
async function ensureActiveOwner(tx: Tx, directory: Directory, caller: User, bot: User): Promise<void> {
  const owner = bot.botOwnerId === null ? undefined : directory.users.get(bot.botOwnerId)
  if (!owner?.isActive) await changeOwner(tx, directory, { ...bot, isActive: true }, caller)
}
