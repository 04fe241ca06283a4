import type { Tx } from '../db/transaction.ts'
import { enqueue, type JobOptions, job } from '../jobs/job.ts'
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

/** Sends an email if the transaction commits. It is stored sealed, because it may contain a link that lets its reader in. */
export async function sendMail(
  { db, sealer }: Pick<Tx, 'db' | 'sealer'>,
  letter: Letter,
  options: JobOptions = {},
): Promise<void> {
  const sealed = sealer.sealJson('email', JSON.stringify(letter))
  await enqueue(db, deliverMail, JSON.parse(sealed) as object, options)
}
