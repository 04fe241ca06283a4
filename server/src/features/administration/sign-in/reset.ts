import { apiError, maxEmailLength } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { isBot, type User } from '../../../directory/directory.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishSessionEndings } from '../../../sessions/sessions.ts'
import { deleteSessions } from '../../../sessions/store.ts'
import type { Language } from '../../../texts/texts.ts'
import { checkedPasswordHash } from '../../identity/users/passwords.ts'
import { updateAccount } from '../../identity/users/store.ts'
import { hasLdapIdentity } from '../external-login/ldap-login.ts'
import { forgetLogins } from '../second-factors/login-store.ts'
import { canUseLocalPassword } from '../server-settings/authentication.ts'
import { attempt, attemptFrom, clearAttempts, countAttempts } from './attempts.ts'
import { deactivatedResetEmail, noAccountEmail, resetEmail } from './emails.ts'
import { consumeLink, deleteLinksOf, findLink, insertLink } from './link-store.ts'
import { securityEmail } from './security-emails.ts'

const validSeconds = 3 * 24 * 60 * 60

/** Emails the owner of an address how to log in. The response is the same in all cases. */
export async function requestPasswordReset(
  app: App,
  realm: Realm,
  /** The language is that of the page, for addresses without an account. */
  request: { email: string; address: string; language?: Language },
): Promise<void> {
  const email = request.email.trim()
  if (!/^[^\s@,<>"]+@[^\s@,<>"]+$/.test(email) || email.length > maxEmailLength) {
    throw apiError('email-address-invalid')
  }
  const name = email.toLowerCase()
  const { address } = request
  await countAttempts(
    app,
    realm,
    attemptFrom('email from', address),
    attemptFrom('reset', address, name),
    attempt('reset for', name),
  )
  await realm.follower.advance()
  const { directory } = realm
  if (directory.realm.deactivated) return
  const user = directory.userByEmail(email)
  const isKeptHere = canUseLocalPassword(app.config, directory, user)
  if (!isKeptHere || (user !== undefined && (await hasLdapIdentity(app, realm, user)))) return
  await realm.transact(async (tx) => {
    if (user === undefined || isBot(user)) {
      await sendEmail(tx, noAccountEmail(realm, email, request.language))
    } else if (!user.isActive) {
      await sendEmail(tx, deactivatedResetEmail(realm, user))
    } else {
      const key = await insertLink(tx, {
        purpose: 'reset password',
        userId: user.id,
        email: user.deliveryEmail,
        now: app.clock.now(),
        seconds: validSeconds,
      })
      await sendEmail(tx, resetEmail(realm, user, `${directory.url}/reset/${key}`))
    }
  })
}

/** The account whose password a link resets. Refuses a link to an address that the account no longer has. */
export async function accountToReset(app: App, realm: Realm, key: string): Promise<User> {
  const link = await findLink(app.database.db, realm.id, 'reset password', key, app.clock.now())
  const user = realm.directory.users.get(link?.userId ?? 0)
  if (link === undefined || !user?.isActive || user.deliveryEmail !== link.email)
    throw apiError('link-expired')
  return user
}

export async function resetPassword(
  app: App,
  realm: Realm,
  { key, password, address }: { key: string; password: string; address: string },
): Promise<User> {
  const user = await accountToReset(app, realm, key)
  const password_hash = await checkedPasswordHash(app, realm.directory, password, 'new_password')
  await realm.transact(async (tx) => {
    const link = await findLink(tx.db, realm.id, 'reset password', key, app.clock.now())
    if (link === undefined || !(await consumeLink(tx, link.id))) throw apiError('link-expired')
    await updateAccount(tx, user.id, { password_hash })
    await deleteLinksOf(tx, user.id, 'reset password')
    await deleteSessions(tx, user.id)
    await forgetLogins(tx, user.id)
    tx.audit({ kind: 'password.reset', target: { type: 'user', id: user.id }, actorId: user.id })
    publishSessionEndings(tx, [user.id])
    await sendEmail(tx, securityEmail(realm, user, 'passwordReset'))
  })
  const name = user.deliveryEmail.toLowerCase()
  await clearAttempts(app, realm, attemptFrom('login', address, name), attempt('login as', name))
  return user
}
