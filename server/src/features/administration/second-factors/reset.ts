import { apiError, roles } from '@loquat/contract'
import { isAdmin, isBot, type User } from '../../../directory/directory.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import type { Realm } from '../../../realms/realm.ts'
import { noSuchUser } from '../../identity/users/find.ts'
import { deleteDemand } from './demand-store.ts'
import { factorChangeEmail } from './emails.ts'
import { forgetLogins } from './login-store.ts'
import { deleteAllFactors, hasFactor, lockFactors } from './store.ts'

/** Removes all second factors of another account, whose owner has lost them. */
export async function resetFactorsAs(realm: Realm, callerId: number, targetId: number): Promise<void> {
  const { directory } = realm
  const target = await realm.decideFresh(() => {
    const caller = directory.users.get(callerId)
    const found = directory.users.get(targetId)
    if (caller === undefined || found === undefined || isBot(found)) throw noSuchUser()
    // The own account needs a proof instead, as in its settings.
    if (!isAdmin(caller) || caller.id === found.id) throw apiError('factors-reset-denied')
    if (found.role === roles.owner && caller.role !== roles.owner)
      throw apiError('factors-reset-of-owner-denied')
    return found
  })
  if (!(await resetFactors(realm, target))) throw apiError('factors-not-found')
}

/** False if the user has none. */
export async function resetFactors(realm: Realm, user: User): Promise<boolean> {
  return await realm.transact(async (tx) => {
    await lockFactors(tx, user.id)
    if (!(await hasFactor(tx.db, user.id))) return false
    await deleteAllFactors(tx, user.id)
    await forgetLogins(tx, user.id)
    await deleteDemand(tx, user.id)
    tx.audit({ kind: 'second_factor.reset', target: { type: 'user', id: user.id } })
    await sendEmail(tx, factorChangeEmail(realm, user, 'reset'))
    return true
  })
}
