import { canSeeUser } from '../../../directory/access-users.ts'
import { type Directory, type User, userSetting } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { publishAvatar } from '../users/email.ts'
import { apiEmail, maySeeEmail } from '../users/present.ts'

const everyone = 1

/**
 * Tells those who come to see somebody's address, or cease to. When everyone may see it, or could, the address that the API
 * names them by changes too, and with it where their picture is found.
 */
export function publishEmailVisibility(tx: Tx, directory: Directory, before: User, after: User): void {
  const people = [...directory.activeUsers()].filter((one) => canSeeUser(directory, one, after))
  const gained = people.filter((one) => !maySeeEmail(one, before) && maySeeEmail(one, after))
  const lost = people.filter((one) => maySeeEmail(one, before) && !maySeeEmail(one, after))
  const user_id = after.id
  const tell = (users: readonly User[], delivery_email: string | null) =>
    tx.publish(
      { type: 'realm_user', op: 'update', person: { user_id, delivery_email } },
      { users: users.map((one) => one.id) },
    )
  tell(gained, after.deliveryEmail)
  tell(lost, null)
  const visibilities = [before, after].map((user) => userSetting(user, 'email_address_visibility'))
  if (!visibilities.includes(everyone)) return
  const new_email = apiEmail(directory, after)
  tx.publish({ type: 'realm_user', op: 'update', person: { user_id, new_email } }, { knowing: user_id })
  publishAvatar(tx, after)
}
