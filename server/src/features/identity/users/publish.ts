import { limitedGuests } from '../../../directory/access-users.ts'
import { type Channel, type Directory, isBot, type User } from '../../../directory/directory.ts'
import { groupsByRole } from '../../../directory/groups.ts'
import type { Tx } from '../../../events/transaction.ts'
import { placeholderOf } from './placeholder.ts'
import { maySeeEmail, presentUser } from './present.ts'

/** Publishes a new account and its role's system groups. */
export function publishUser(tx: Tx, directory: Directory, user: User, joined: readonly Channel[]): void {
  const person = presentUser(directory, user, { viewer: user, externalAvatar: false, profiles: new Map() })
  const subscriptions = { channels: joined.map((channel) => channel.id), users: [user.id] }
  const touches = { users: [user.id], ...(joined.length > 0 ? { subscriptions } : {}) }
  // Limited guests get the account when they share a channel; memberships are published later.
  const limitedGuestIds = isBot(user) ? [] : limitedGuests(directory).map((one) => one.id)
  const blind = [...directory.activeUsers()]
    .filter((one) => !maySeeEmail(one, user) && !limitedGuestIds.includes(one.id))
    .map((one) => one.id)
  const except = [...blind, ...limitedGuestIds]
  tx.publish(
    { type: 'realm_user', op: 'add', person },
    { everyone: true, ...(except.length > 0 ? { except } : {}) },
    touches,
  )
  tx.publish({ type: 'realm_user', op: 'add', person: { ...person, delivery_email: null } }, { users: blind })
  tx.publish(
    { type: 'realm_user', op: 'add', person: placeholderOf(directory, user.id) },
    { users: limitedGuestIds, without: 'user_list_incomplete' },
  )
  for (const name of groupsByRole(directory, user)) {
    const group_id = directory.systemGroup(name).id
    tx.publish({ type: 'user_group', op: 'add_members', group_id, user_ids: [user.id] }, { everyone: true })
  }
}
