import type { Tx } from '../../db/transaction.ts'
import type { Directory, User } from '../../directory/directory.ts'
import { enqueue, job } from '../../jobs/job.ts'
import { type Block, button, type Letter, paragraph } from '../../mail/letter.ts'
import { sendMail } from '../../mail/send.ts'
import { unsubscribeUrl, welcomeMailKey } from '../sign-in/unsubscribe.ts'
import { accountsWith } from './store.ts'

export function accountLetter(directory: Directory, user: User): Letter {
  const { name } = directory.realm
  return {
    to: user.deliveryEmail,
    subject: `Your account at ${name}`,
    body: [
      paragraph(`Hello ${user.fullName},`),
      paragraph(`you have an account at ${name} now.`),
      paragraph(`Organization: ${directory.url}\nEmail: ${user.deliveryEmail}`),
      button(`Go to ${name}`, directory.url),
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
  subject(name: string): string
  body(directory: Directory): Block[]
}

const series: readonly WelcomeMail[] = [
  {
    number: 1,
    afterDays: 2,
    subject: (name) => `How conversations work at ${name}`,
    body: ({ url }) => [
      paragraph(
        'every message in a channel has a topic. Answer within a topic, and begin a new one for something else.',
      ),
      paragraph(
        'So you can catch up with what concerns you, one topic at a time, and skip the rest with a clear conscience.',
      ),
      button('Catch up', url),
    ],
  },
  {
    number: 2,
    afterDays: 4,
    subject: (name) => `Hear of what matters at ${name}`,
    body: ({ url }) => [
      paragraph('follow a topic to hear of everything in it, and mute what you need not hear.'),
      paragraph(
        'You choose what reaches you by mail, on the desktop and on the phone, for each channel if you like.',
      ),
      button('Choose', `${url}/settings/notifications`),
    ],
  },
  {
    number: 3,
    afterDays: 6,
    forOwners: true,
    subject: (name) => `Bring your team to ${name}`,
    body: ({ url }) => [
      paragraph(
        'invite everybody whom a decision concerns, also guests from outside: they see the channels you choose, and nothing else.',
      ),
      button('Invite people', `${url}/organization/invitations`),
    ],
  },
]

/** An hour before the time of the day at which they came: that is when they look. Nobody reads such mails on a weekend. */
export function dueAt(createdAt: number, afterDays: number): Date {
  const due = createdAt + afterDays * day - hour
  const weekday = new Date(due).getUTCDay()
  const wait = weekday === 6 ? 2 : weekday === 0 ? 1 : 0
  return new Date(due + wait * day)
}

/** The mails of the first days, each of which can be taken back. */
export async function orderWelcomeMails(tx: Tx, user: User): Promise<void> {
  const isFirst = user.role === 100
  for (const { number, afterDays, forOwners } of series) {
    if (forOwners && !isFirst) continue
    const payload = { realmId: tx.realmId, userId: user.id, number }
    const options = { at: dueAt(user.createdAt, afterDays), key: welcomeMailKey(user.id, number) }
    await enqueue(tx.db, sendWelcomeMail, payload, options)
  }
}

export const sendWelcomeMail = job<{ realmId: number; userId: number; number: number }>({
  name: 'send-welcome-mail',
  run: async (app, { realmId, userId, number }) => {
    const { directory } = await app.realms.byId(realmId)
    const user = directory.users.get(userId)
    const mail = series.find((one) => one.number === number)
    if (mail === undefined || !user?.isActive || directory.realm.deactivated) return
    // Whoever has accounts elsewhere knows how conversations work.
    if (number === 1 && (await accountsWith(app.database.db, user.deliveryEmail)) > 1) return
    await sendMail(app.database.db, {
      to: user.deliveryEmail,
      subject: mail.subject(directory.realm.name),
      body: [paragraph(`Hello ${user.fullName},`), ...mail.body(directory)],
      unsubscribeUrl: unsubscribeUrl(app, directory, user, 'welcome'),
    })
  },
})
