import type { Db } from '../db/database.ts'
import { enqueue, type JobOptions, job } from '../jobs/job.ts'
import type { Letter } from './letter.ts'

/** Hands letters over, and tries again for days where the other side is away. */
export const deliverMail = job<Letter>({
  name: 'deliver-mail',
  run: async (app, letter) => await app.post.send(letter),
})

/** Sends a letter if the transaction commits. */
export async function sendMail(db: Db, letter: Letter, options: JobOptions = {}): Promise<void> {
  await enqueue(db, deliverMail, letter, options)
}
