import { refuse } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { isAdmin, type User } from '../../../directory/directory.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import type { Realm } from '../../../realms/realm.ts'
import { setEmail } from '../../identity/users/email.ts'
import { checkedEmail } from '../../identity/users/rules.ts'
import { assertWelcome } from '../domains/rules.ts'
import { attempt, countAttempts } from './attempts.ts'
import { confirmEmailEmail, emailChangedEmail } from './emails.ts'
import { deleteLinksOf, findLink, insertLink, takeLink } from './link-store.ts'

const validSeconds = 24 * 60 * 60

/** Mails a link to a new email address, which replaces the old one when the link is used. */
export async function requestEmailChange(app: App, realm: Realm, user: User, wanted: string): Promise<void> {
  const { directory } = realm
  if (wanted.trim() === user.deliveryEmail) return
  await realm.decideFresh(() => allowedEmail(realm, user, wanted))
  await countAttempts(app, realm, attempt('email change', String(user.id)))
  await realm.transact(async (tx) => {
    const email = allowedEmail(realm, user, wanted)
    await deleteLinksOf(tx, user.id, 'change email')
    const key = await insertLink(tx, {
      purpose: 'change email',
      userId: user.id,
      email,
      now: app.clock.now(),
      seconds: validSeconds,
    })
    await sendEmail(tx, confirmEmailEmail(realm, user, email, `${directory.url}/confirm-email/${key}`))
  })
}

function allowedEmail({ directory }: Realm, user: User, wanted: string): string {
  if (directory.setting('email_changes_disabled') && !isAdmin(user)) {
    throw refuse('BadRequest', "email: email addresses can't be changed in this organization.")
  }
  assertWelcome(directory, wanted)
  return checkedEmail(directory, wanted)
}

const expired = () => refuse('RecordNotFound', 'This link has already been used or has expired.')

/** The link was opened: everything is checked again, because a day may have passed. */
export async function confirmEmailChange(app: App, realm: Realm, key: string): Promise<string> {
  const { directory } = realm
  return await realm.transactExclusively(async (tx) => {
    const link = await findLink(tx.db, realm.id, 'change email', key, app.clock.now())
    const user = directory.users.get(link?.userId ?? 0)
    if (link === undefined || !user?.isActive || directory.realm.deactivated) throw expired()
    const email = allowedEmail(realm, user, link.email)
    if (!(await takeLink(tx, link.id))) throw expired()
    await setEmail(tx, directory, user, email)
    await sendEmail(tx, emailChangedEmail(realm, user, email))
    return email
  })
}
