import type { Db } from '../db/database.ts'
import { enqueue, type JobOptions, job } from '../jobs/job.ts'
import type { Letter } from './letter.ts'

/** A letter that has waited since before there were several languages says nothing of its own. */
type Waiting = Omit<Letter, 'language'> & Partial<Pick<Letter, 'language'>>

/** Hands letters over, and tries again for days where the other side is away. */
export const deliverMail = job<Waiting>({
  name: 'deliver-mail',
  run: async (app, letter) => await app.post.send({ language: 'en', ...letter }),
})

/** Sends a letter if the transaction commits. */
export async function sendMail(db: Db, letter: Letter, options: JobOptions = {}): Promise<void> {
  await enqueue(db, deliverMail, letter, options)
}
