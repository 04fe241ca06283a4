import type { RegisteredUser } from '@loquat/contract'
import { canSeeUser } from '../../../directory/access-users.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { placeholderOf } from '../../identity/users/placeholder.ts'
import { presentRegisteredUser, type UserView } from '../../identity/users/present.ts'

/**
 * All accounts for a limited guest. Hidden users are replaced by active placeholders, unless the client
 * accepts an incomplete list.
 */
export function visibleUsers(directory: Directory, view: UserView, leavesOutUnknown: boolean) {
  const people = [...directory.users.values()].filter((user) => !user.isSystemBot).sort((a, b) => a.id - b.id)
  const isKnown = (user: User) => canSeeUser(directory, view.viewer, user)
  const present = (user: User): RegisteredUser =>
    isKnown(user) ? presentRegisteredUser(directory, user, view) : unknown(directory, user)
  return {
    realm_users: people.filter((user) => (isKnown(user) ? user.isActive : !leavesOutUnknown)).map(present),
    realm_non_active_users: people.filter((user) => isKnown(user) && !user.isActive).map(present),
  }
}

function unknown(directory: Directory, user: User): RegisteredUser {
  const { is_active: _, ...placeholder } = placeholderOf(directory, user.id)
  return placeholder
}
