import type { Email } from '../email/email.ts'
import { EmailRefusedError } from '../email/mailer.ts'
import type { Tx } from '../events/transaction.ts'
import type { Sealer } from '../platform/sealer.ts'
import { storeFailed } from './failed-store.ts'
import { type Job, type JobOptions, job } from './job.ts'
import { enqueue, enqueueAll } from './store.ts'

/** Emails enqueued by versions with one language have no `language`. */
type EnqueuedEmail = Omit<Email, 'language'> & Partial<Pick<Email, 'language'>>

/** Delivers emails. Retries for days while the mail server is unreachable. Refused ones stay as failed jobs. */
export const deliverEmail: Job<object> = job<object>({
  name: 'deliver-mail',
  run: async (app, payload) => {
    const email = app.sealer.openJson('email', payload) as EnqueuedEmail
    try {
      await app.mailer.send({ language: 'en', ...email })
    } catch (error) {
      if (!(error instanceof EmailRefusedError)) throw error
      app.logger.warn({ err: error.cause, to: email.to, subject: email.subject }, 'an email was refused')
      await storeFailed(app.database.db, deliverEmail, payload, error.message)
    }
  },
})

/** Where emails are enqueued: a transaction, or the database with its sealer. */
type Enqueueing = Pick<Tx, 'db' | 'sealer'>

/** Sends an email if the transaction commits. */
export async function sendEmail(
  { db, sealer }: Enqueueing,
  email: Email,
  options: JobOptions = {},
): Promise<void> {
  await enqueue(db, deliverEmail, sealed(sealer, email), options)
}

/** Sends any number of emails with one statement, if the transaction commits. */
export async function sendEmails({ db, sealer }: Enqueueing, emails: readonly Email[]): Promise<void> {
  await enqueueAll(
    db,
    deliverEmail,
    emails.map((email) => ({ payload: sealed(sealer, email) })),
  )
}

/** An email is stored sealed, because it may contain a link that lets its reader in. */
const sealed = (sealer: Sealer, email: Email) =>
  JSON.parse(sealer.sealJson('email', JSON.stringify(email))) as object
