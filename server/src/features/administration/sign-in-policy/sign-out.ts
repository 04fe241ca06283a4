import { apiError, roles } from '@loquat/contract'
import { isBot, type User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishSessionEndings } from '../../../sessions/sessions.ts'
import { deleteSessions } from '../../../sessions/store.ts'
import { noSuchUser } from '../../identity/users/find.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { forgetLogins } from '../second-factors/login-store.ts'

/** Ends all sessions of another account. Returns their number. */
export async function signOutAs(realm: Realm, callerId: number, targetId: number): Promise<number> {
  const { directory } = realm
  const target = await realm.decideFresh(() => {
    const caller = callerOf(directory, callerId)
    const found = directory.users.get(targetId)
    if (found === undefined || isBot(found)) throw noSuchUser()
    if (found.role === roles.owner && caller.role !== roles.owner) throw apiError('sign-out-of-owner-denied')
    return found
  })
  return await signOut(realm, target)
}

/** Browsers that asked for no code of the second factor ask again. */
export async function signOut(realm: Realm, user: User): Promise<number> {
  return await realm.transact(async (tx) => {
    const sessions = await deleteSessions(tx, user.id)
    await forgetLogins(tx, user.id)
    publishSessionEndings(tx, [user.id])
    tx.audit({ kind: 'session.ended', target: { type: 'user', id: user.id }, after: { sessions } })
    return sessions
  })
}
