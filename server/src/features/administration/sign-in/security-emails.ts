import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { type Email, paragraph } from '../../../email/email.ts'
import { templateFor } from '../../../email/template.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import { TooManyRequests } from '../../../platform/rate-limit.ts'
import type { Realm } from '../../../realms/realm.ts'
import { attempt, countAttempts } from './attempts.ts'

/** Changes that the owner of an account is notified of, besides those of second factors. */
export type SecurityChange =
  | 'passwordChanged'
  | 'passwordReset'
  | 'apiKeyShown'
  | 'apiKeyReplaced'
  | 'tokenCreated'

export function securityEmail(
  { directory }: Pick<Realm, 'directory'>,
  user: User,
  change: SecurityChange,
  facts: { token?: string } = {},
): Email {
  const { language, text } = templateFor(directory, user)
  return {
    to: user.deliveryEmail,
    language,
    subject: text(`security.${change}.subject`),
    body: [
      paragraph(text('hello')),
      paragraph(text(`security.${change}`, facts)),
      paragraph(text('factors.how')),
    ],
  }
}

/** Notifies a user about their API key. A few times a day are enough to notice, however often a program repeats it. */
export async function sendKeyEmail(
  app: App,
  realm: Realm,
  user: User,
  change: 'apiKeyShown' | 'apiKeyReplaced',
): Promise<void> {
  try {
    await countAttempts(app, realm, attempt('key email', String(user.id)))
  } catch (error) {
    if (error instanceof TooManyRequests) return
    throw error
  }
  await sendEmail({ db: app.database.db, sealer: app.sealer }, securityEmail(realm, user, change))
}
