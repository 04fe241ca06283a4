import type { Directory, User } from '../../../directory/directory.ts'
import { button, type Email, paragraph } from '../../../email/email.ts'
import { templateFor } from '../../../email/template.ts'
import type { Tx } from '../../../events/transaction.ts'
import { job } from '../../../jobs/job.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import { cancel, enqueue } from '../../../jobs/store.ts'
import { countActiveAccounts } from '../../identity/users/store.ts'
import { unsubscribeUrl, welcomeEmailKey, welcomeEmails } from '../sign-in/unsubscribe.ts'

export function accountEmail(directory: Directory, user: User): Email {
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

const hourMs = 60 * 60 * 1_000
const dayMs = 24 * hourMs

interface WelcomeEmail {
  number: number
  afterDays: number
  /** Only for the owner who created the organization. */
  forOwners?: true
  /** Prefix of its texts: `welcome.<about>.…`. */
  about: string
  /** Path of the button's link. */
  path: string
}

const welcomeSeries: readonly WelcomeEmail[] = [
  { number: 1, afterDays: 2, about: 'topics', path: '' },
  { number: 2, afterDays: 4, about: 'notifications', path: '/settings/notifications' },
  { number: 3, afterDays: 6, about: 'inviting', path: '/organization/invitations', forOwners: true },
]

function welcomeEmail(directory: Directory, user: User, { about, path }: WelcomeEmail): Email {
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

/**
 * An hour before the time of day at which the user signed up, when they are likely online. Skips weekends.
 */
export function dueAt(createdAt: number, afterDays: number): Date {
  const due = createdAt + afterDays * dayMs - hourMs
  const weekday = new Date(due).getUTCDay()
  const wait = weekday === 6 ? 2 : weekday === 0 ? 1 : 0
  return new Date(due + wait * dayMs)
}

/** Enqueues the emails of the first days, each of which can be canceled. */
export async function enqueueWelcomeEmails(tx: Tx, user: User): Promise<void> {
  const isFirst = user.role === 100
  for (const { number, afterDays, forOwners } of welcomeSeries) {
    if (forOwners && !isFirst) continue
    const payload = { realmId: tx.realmId, userId: user.id, number }
    const options = { at: dueAt(user.createdAt, afterDays), key: welcomeEmailKey(user.id, number) }
    await enqueue(tx.db, sendWelcomeEmail, payload, options)
  }
}

export async function cancelWelcomeEmails(tx: Tx, _directory: Directory, user: User): Promise<void> {
  for (const number of welcomeEmails) await cancel(tx.db, welcomeEmailKey(user.id, number))
}

export const sendWelcomeEmail = job<{ realmId: number; userId: number; number: number }>({
  name: 'send-welcome-mail',
  run: async (app, { realmId, userId, number }) => {
    const { directory } = await app.realms.byId(realmId)
    const user = directory.users.get(userId)
    const step = welcomeSeries.find((one) => one.number === number)
    if (step === undefined || !user?.isActive || directory.realm.deactivated) return
    // Users with accounts in other organizations know how conversations work.
    if (number === 1 && (await countActiveAccounts(app.database.db, user.deliveryEmail)) > 1) return
    await sendEmail(
      { db: app.database.db, sealer: app.sealer },
      {
        ...welcomeEmail(directory, user, step),
        unsubscribeUrl: unsubscribeUrl(app, directory, user, 'welcome'),
      },
    )
  },
})
