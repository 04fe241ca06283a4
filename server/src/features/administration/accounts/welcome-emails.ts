import type { Directory, User } from '../../../directory/directory.ts'
import { button, type Email, paragraph } from '../../../email/email.ts'
import { templateFor } from '../../../email/template.ts'
import type { Tx } from '../../../events/transaction.ts'
import { cancel, enqueue, job } from '../../../jobs/job.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import { countActiveAccounts } from '../../identity/users/store.ts'
import { unsubscribeUrl, welcomeMailKey, welcomeMails } from '../sign-in/unsubscribe.ts'

export function accountLetter(directory: Directory, user: User): Email {
  const { language, text } = templateFor(directory, user)
  return {
    to: user.deliveryEmail,
    language,
    subject: text('account.subject'),
    body: [
      paragraph(text('hello')),
      paragraph(text('account.what')),
      paragraph(text('account.facts')),
      button(text('goTo'), directory.url),
    ],
  }
}

const hour = 60 * 60 * 1_000
const day = 24 * hour

interface WelcomeMail {
  number: number
  afterDays: number
  /** For whoever began the organization only. */
  forOwners?: true
  /** As its texts are called: `welcome.<about>.…`. */
  about: string
  /** Where its button leads. */
  path: string
}

const series: readonly WelcomeMail[] = [
  { number: 1, afterDays: 2, about: 'topics', path: '' },
  { number: 2, afterDays: 4, about: 'notifications', path: '/settings/notifications' },
  { number: 3, afterDays: 6, about: 'inviting', path: '/organization/invitations', forOwners: true },
]

function welcomeLetter(directory: Directory, user: User, { about, path }: WelcomeMail): Email {
  const { language, text } = templateFor(directory, user)
  return {
    to: user.deliveryEmail,
    language,
    subject: text(`welcome.${about}.subject`),
    body: [
      paragraph(text('hello')),
      paragraph(text(`welcome.${about}.what`)),
      paragraph(text(`welcome.${about}.why`)),
      button(text(`welcome.${about}.button`), directory.url + path),
    ],
  }
}

/** An hour before the time of the day at which they came: that is when they look. Nobody reads such mails on a weekend. */
export function dueAt(createdAt: number, afterDays: number): Date {
  const due = createdAt + afterDays * day - hour
  const weekday = new Date(due).getUTCDay()
  const wait = weekday === 6 ? 2 : weekday === 0 ? 1 : 0
  return new Date(due + wait * day)
}

/** The mails of the first days, each of which can be taken back. */
export async function enqueueWelcomeEmails(tx: Tx, user: User): Promise<void> {
  const isFirst = user.role === 100
  for (const { number, afterDays, forOwners } of series) {
    if (forOwners && !isFirst) continue
    const payload = { realmId: tx.realmId, userId: user.id, number }
    const options = { at: dueAt(user.createdAt, afterDays), key: welcomeMailKey(user.id, number) }
    await enqueue(tx.db, sendWelcomeMail, payload, options)
  }
}

export async function cancelWelcomeEmails(tx: Tx, _directory: Directory, user: User): Promise<void> {
  for (const number of welcomeMails) await cancel(tx.db, welcomeMailKey(user.id, number))
}

export const sendWelcomeMail = job<{ realmId: number; userId: number; number: number }>({
  name: 'send-welcome-mail',
  run: async (app, { realmId, userId, number }) => {
    const { directory } = await app.realms.byId(realmId)
    const user = directory.users.get(userId)
    const mail = series.find((one) => one.number === number)
    if (mail === undefined || !user?.isActive || directory.realm.deactivated) return
    // Whoever has accounts elsewhere knows how conversations work.
    if (number === 1 && (await countActiveAccounts(app.database.db, user.deliveryEmail)) > 1) return
    await sendEmail(
      { db: app.database.db, sealer: app.sealer },
      {
        ...welcomeLetter(directory, user, mail),
        unsubscribeUrl: unsubscribeUrl(app, directory, user, 'welcome'),
      },
    )
  },
})
