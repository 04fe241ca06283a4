import { apiError } from '@loquat/contract'
import { canSeeUser } from '../../../directory/access-users.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import type { Touches } from '../../../directory/touches.ts'
import type { Tx } from '../../../events/transaction.ts'
import { apiEmail, avatarUrl, maySeeEmail } from './present.ts'
import { checkedEmail } from './rules.ts'
import { updateAccount } from './store.ts'

/**
 * Changes an account's email address. Changing the address allows taking over the account, so only owners may
 * do it. No confirmation is sent, and domain restrictions apply only to people who sign up themselves.
 */
export async function changeEmail(
  tx: Tx,
  directory: Directory,
  caller: User,
  target: User,
  email: string,
): Promise<void> {
  if (caller.role !== 100) throw apiError('email-address-change-denied')
  if (email.trim() === target.deliveryEmail) return
  await setEmail(tx, directory, target, checkedEmail(directory, email))
}

/** Sets an email address that has already been checked. */
export async function setEmail(
  tx: Tx,
  directory: Directory,
  user: User,
  email: string,
  /** The user who acts, where the request has no caller. */
  actorId?: number,
): Promise<void> {
  await updateAccount(tx, user.id, { delivery_email: email })
  tx.audit({
    kind: 'email.changed',
    target: { type: 'user', id: user.id },
    before: { email: user.deliveryEmail },
    after: { email },
    actorId,
  })
  publishEmail(tx, directory, { ...user, deliveryEmail: email })
}

/** External avatars depend on the address, and a public address is also the API address. */
export function publishEmail(tx: Tx, directory: Directory, user: User): void {
  const user_id = user.id
  const seeing = [...directory.activeUsers()]
    .filter((one) => maySeeEmail(one, user) && canSeeUser(directory, one, user))
    .map((one) => one.id)
  tx.publish(
    { type: 'realm_user', op: 'update', person: { user_id, delivery_email: user.deliveryEmail } },
    { users: seeing },
    { users: [user_id] },
  )
  if (user.avatarSource === 'G') publishAvatar(tx, user)
  const new_email = apiEmail(directory, user)
  if (new_email !== user.deliveryEmail) return
  tx.publish({ type: 'realm_user', op: 'update', person: { user_id, new_email } }, { knowing: user_id })
}

/** Publishes a user's current avatar URL. */
export function publishAvatar(tx: Tx, user: User, touches: Touches | null = null): void {
  const person = {
    user_id: user.id,
    avatar_url: avatarUrl(user),
    avatar_url_medium: avatarUrl(user, 'medium'),
    avatar_source: user.avatarSource,
    avatar_version: user.avatarVersion,
  }
  tx.publish({ type: 'realm_user', op: 'update', person }, { knowing: user.id }, touches)
}
