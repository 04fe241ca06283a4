import { apiError, deactivateDenial } from '@loquat/contract'
import { canSeeUser, limitedGuests } from '../../../directory/access-users.ts'
import { type Directory, isBot, type User } from '../../../directory/directory.ts'
import type { Audience } from '../../../events/audience.ts'
import { deleteQueuesOf } from '../../../events/queue-store.ts'
import type { Tx } from '../../../events/transaction.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import type { Realm } from '../../../realms/realm.ts'
import { deleteSessions } from '../../../sessions/store.ts'
import { publishBot } from '../../identity/bots/publish.ts'
import { noSuchUser } from '../../identity/users/find.ts'
import { publishVisibilityAfterDeactivation } from '../../identity/users/guest-visibility.ts'
import { isOnlyOwner } from '../../identity/users/rules.ts'
import { setActive } from '../../identity/users/store.ts'
import { pauseSubscriptions } from '../../places/channels/store.ts'
import { deactivatedEmail } from '../sign-in/emails.ts'
import { publishMembershipsAfterDeactivation } from './memberships.ts'

/** Deactivates another account and optionally notifies its owner by email. */
export async function deactivateUser(
  realm: Realm,
  callerId: number,
  targetId: number,
  comment: string | undefined,
): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const caller = directory.users.get(callerId)
    const target = directory.users.get(targetId)
    if (caller === undefined || target === undefined || isBot(target)) throw noSuchUser()
    await deactivateAs(tx, directory, caller, target)
    if (comment !== undefined) await sendEmail(tx, deactivatedEmail(realm, target, comment))
  })
}

/** Deactivates another person's account within a transaction, if the caller may. */
export async function deactivateAs(tx: Tx, directory: Directory, caller: User, target: User): Promise<void> {
  if (!target.isActive) throw apiError('account-already-deactivated')
  const denial = deactivateDenial(caller, target)
  if (denial === 'administrators-only') throw apiError('account-deactivation-denied')
  if (denial === 'owners-only') {
    throw apiError('account-deactivation-of-owner-denied')
  }
  if (isOnlyOwner(directory, target)) {
    throw apiError('account-is-only-owner')
  }
  await deactivate(tx, directory, target)
}

/** Deactivates the user's own account. */
export async function deactivateOwnUser(realm: Realm, userId: number): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const user = directory.users.get(userId)
    if (!user?.isActive) throw noSuchUser()
    if ([...directory.activeUsers()].length === 1) {
      throw apiError(
        'own-account-is-only-user',
        {},
        {
          is_last_owner: false,
          entity: 'user',
        },
      )
    }
    if (isOnlyOwner(directory, user)) {
      throw apiError(
        'own-account-is-only-owner',
        {},
        {
          is_last_owner: true,
          entity: 'organization owner',
        },
      )
    }
    await deactivate(tx, directory, user)
  })
}

/**
 * Deactivates a user and, first, their bots. Subscriptions and group memberships stay for a reactivation;
 * clients hide inactive users, so no events about them are needed.
 */
export async function deactivate(tx: Tx, directory: Directory, user: User): Promise<void> {
  const bots = [...directory.activeUsers()].filter((one) => one.botOwnerId === user.id)
  const accounts = [...bots, user]
  const users = accounts.map((one) => one.id)
  await setActive(tx, users, false)
  await pauseSubscriptions(tx, users)
  await deleteQueuesOf(tx.db, users)
  await deleteSessions(tx, user.id)
  const target = { type: 'user', id: user.id } as const
  tx.audit({ kind: 'user.deactivated', target, after: { bots: bots.map((bot) => bot.id) } })
  for (const extend of tx.extensions.accountDeactivated) await extend(tx, directory, user)
  for (const bot of bots) publishActive(tx, directory, bot, false, { everyone: true })
  // Users who can see the account now get the event, even if they lose sight of it.
  const unaware = limitedGuests(directory).filter((one) => !canSeeUser(directory, one, user))
  const except = unaware.map((one) => one.id)
  publishActive(tx, directory, user, false, {
    everyone: true,
    ...(except.length > 0 ? { except } : {}),
  })
  publishMembershipsAfterDeactivation(tx, directory, user, unaware)
  await publishVisibilityAfterDeactivation(tx, directory, user, { ...user, isActive: false })
}

export function publishActive(
  tx: Tx,
  directory: Directory,
  user: User,
  isActive: boolean,
  audience: Audience,
): void {
  const channels = [...directory.channels.values()].filter((one) => one.subscribers.has(user.id))
  const subscriptions = { channels: channels.map((one) => one.id), users: [user.id] }
  tx.publish(
    { type: 'realm_user', op: 'update', person: { user_id: user.id, is_active: isActive } },
    audience,
    { users: [user.id], sessions: [user.id], ...(channels.length > 0 ? { subscriptions } : {}) },
  )
  if (isBot(user)) publishBot(tx, directory, user, { is_active: isActive })
}
