import type { App } from '../../../app.ts'
import { isBot, type User } from '../../../directory/directory.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import type { Realm } from '../../../realms/realm.ts'
import { firstPasswordEmail } from './emails.ts'
import { usersWhoLoggedIn } from './first-password-store.ts'
import { insertLink } from './link-store.ts'

const validSeconds = 14 * 24 * 60 * 60

/** People who can be invited to set a first password: active, with a real address. */
export async function peopleToInvite(
  app: App,
  { directory, id }: Realm,
  onlyNeverLoggedIn: boolean,
): Promise<User[]> {
  const loggedIn = onlyNeverLoggedIn ? await usersWhoLoggedIn(app.database.db, id) : new Set<number>()
  return [...directory.activeUsers()].filter(
    (user) => !isBot(user) && !user.deliveryEmail.endsWith('.invalid') && !loggedIn.has(user.id),
  )
}

/** Emails a link to set a password. */
export async function inviteToSetPassword(app: App, realm: Realm, user: User): Promise<void> {
  await realm.transact(async (tx) => {
    const key = await insertLink(tx, {
      purpose: 'reset password',
      userId: user.id,
      email: user.deliveryEmail,
      now: app.clock.now(),
      seconds: validSeconds,
    })
    await sendEmail(tx, firstPasswordEmail(realm, user, `${realm.directory.url}/reset/${key}`))
  })
}
