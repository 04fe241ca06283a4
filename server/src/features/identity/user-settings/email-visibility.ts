import { canSeeUser } from '../../../directory/access-users.ts'
import { type Directory, type User, userSetting } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { publishAvatar } from '../users/email.ts'
import { apiEmail, maySeeEmail } from '../users/present.ts'

const visibleToEveryone = 1

/**
 * Publishes an address to users who gain or lose sight of it. If it becomes or stops being public, the user's
 * API address changes too, and with it the avatar URL.
 */
export function publishEmailVisibility(tx: Tx, directory: Directory, before: User, after: User): void {
  const people = [...directory.activeUsers()].filter((one) => canSeeUser(directory, one, after))
  const gained = people.filter((one) => !maySeeEmail(one, before) && maySeeEmail(one, after))
  const lost = people.filter((one) => maySeeEmail(one, before) && !maySeeEmail(one, after))
  const user_id = after.id
  const publishEmail = (users: readonly User[], delivery_email: string | null) =>
    tx.publish(
      { type: 'realm_user', op: 'update', person: { user_id, delivery_email } },
      { users: users.map((one) => one.id) },
    )
  publishEmail(gained, after.deliveryEmail)
  publishEmail(lost, null)
  const visibilities = [before, after].map((user) => userSetting(user, 'email_address_visibility'))
  if (!visibilities.includes(visibleToEveryone)) return
  const new_email = apiEmail(directory, after)
  tx.publish({ type: 'realm_user', op: 'update', person: { user_id, new_email } }, { knowing: user_id })
  publishAvatar(tx, after)
}
