import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { isAdmin, type User } from '../../../directory/directory.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import type { Realm } from '../../../realms/realm.ts'
import { setEmail } from '../../identity/users/email.ts'
import { checkedEmail } from '../../identity/users/rules.ts'
import { assertAllowedAddress } from '../domains/rules.ts'
import { attempt, countAttempts } from './attempts.ts'
import { confirmAddressChangeEmail, emailChangedEmail } from './emails.ts'
import { consumeLink, deleteLinksOf, findLink, insertLink } from './link-store.ts'

const validSeconds = 24 * 60 * 60

/** Emails a link to a new address, which replaces the old one when the link is used. */
export async function requestEmailChange(
  app: App,
  realm: Realm,
  user: User,
  newEmail: string,
): Promise<void> {
  const { directory } = realm
  if (newEmail.trim() === user.deliveryEmail) return
  await realm.decideFresh(() => allowedEmail(realm, user, newEmail))
  await countAttempts(app, realm, attempt('email change', String(user.id)))
  await realm.transact(async (tx) => {
    const email = allowedEmail(realm, user, newEmail)
    await deleteLinksOf(tx, user.id, 'change email')
    const key = await insertLink(tx, {
      purpose: 'change email',
      userId: user.id,
      email,
      now: app.clock.now(),
      seconds: validSeconds,
    })
    await sendEmail(
      tx,
      confirmAddressChangeEmail(realm, user, email, `${directory.url}/confirm-email/${key}`),
    )
  })
}

function allowedEmail({ directory }: Realm, user: User, newEmail: string): string {
  if (directory.setting('email_changes_disabled') && !isAdmin(user)) {
    throw apiError('email-change-disabled')
  }
  assertAllowedAddress(directory, newEmail)
  return checkedEmail(directory, newEmail)
}

/** Applies the change of a confirmed link. Checks everything again, because a day may have passed. */
export async function confirmEmailChange(app: App, realm: Realm, key: string): Promise<string> {
  const { directory } = realm
  return await realm.transactExclusively(async (tx) => {
    const link = await findLink(tx.db, realm.id, 'change email', key, app.clock.now())
    const user = directory.users.get(link?.userId ?? 0)
    if (link === undefined || !user?.isActive || directory.realm.deactivated) throw apiError('link-expired')
    const email = allowedEmail(realm, user, link.email)
    if (!(await consumeLink(tx, link.id))) throw apiError('link-expired')
    await setEmail(tx, directory, user, email, user.id)
    await sendEmail(tx, emailChangedEmail(realm, user, email))
    return email
  })
}
