import type { Tx } from '../db/transaction.ts'
import { enqueue, enqueueAll, type JobOptions, job } from '../jobs/job.ts'
import type { Sealer } from '../platform/sealer.ts'
import type { Letter } from './letter.ts'

/** A letter that has waited since before there were several languages says nothing of its own. */
type Waiting = Omit<Letter, 'language'> & Partial<Pick<Letter, 'language'>>

/** Hands letters over, and tries again for days where the other side is away. */
export const deliverMail = job<object>({
  name: 'deliver-mail',
  run: async (app, payload) => {
    const letter = app.sealer.openJson('email', payload) as Waiting
    await app.post.send({ language: 'en', ...letter })
  },
})

/** Where emails are enqueued: a transaction, or the database with its sealer. */
type Enqueueing = Pick<Tx, 'db' | 'sealer'>

/** Sends an email if the transaction commits. */
export async function sendMail(
  { db, sealer }: Enqueueing,
  letter: Letter,
  options: JobOptions = {},
): Promise<void> {
  await enqueue(db, deliverMail, sealed(sealer, letter), options)
}

/** Sends any number of emails with one statement, if the transaction commits. */
export async function sendMails({ db, sealer }: Enqueueing, letters: readonly Letter[]): Promise<void> {
  await enqueueAll(
    db,
    deliverMail,
    letters.map((letter) => ({ payload: sealed(sealer, letter) })),
  )
}

/** An email is stored sealed, because it may contain a link that lets its reader in. */
const sealed = (sealer: Sealer, letter: Letter) =>
  JSON.parse(sealer.sealJson('email', JSON.stringify(letter))) as object
