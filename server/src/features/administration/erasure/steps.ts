import type { App } from '../../../app.ts'
import type { ErasureStep } from '../../../db/tables/erasure.ts'
import { removeJobs, storedJobs } from '../../../jobs/job-store.ts'
import { deliverEmail } from '../../../jobs/send-email.ts'
import { redactEntries } from './audit.ts'
import type { Batch, StepResult } from './batch.ts'
import { rewriteEvents } from './events.ts'
import { deleteOwnFiles } from './files.ts'
import { deleteMessages, findNamed, rewriteMessages } from './messages.ts'
import { deletePersonalRows } from './rows.ts'
import { type Erasure, finishErasure, lockErasure, storeProgress } from './store.ts'

/** Rows are deleted before the log is rewritten, and the audit log comes last, because it has the former names. */
const steps: readonly [ErasureStep, (batch: Batch) => Promise<StepResult>][] = [
  ['delete', deleteMessages],
  ['rewrite', rewriteMessages],
  ['rows', deletePersonalRows],
  ['files', deleteOwnFiles],
  ['emails', deleteEmails],
  ['events', rewriteEvents],
  ['audit', redactEntries],
]

/** Runs one batch in a transaction. */
export async function continueErasure(app: App, erasure: Erasure): Promise<void> {
  const realm = await app.realms.byId(erasure.realmId)
  const named = erasure.step === 'rewrite' ? await findNamed(app, erasure) : { last: null, ids: [] }
  await realm.transactExclusively(async (tx) => {
    if (!(await lockErasure(tx, erasure))) return
    const index = steps.findIndex(([name]) => name === erasure.step)
    const result = await steps[index]?.[1]({ app, realm, tx, erasure, named })
    if (result !== undefined) return await storeProgress(tx, erasure.userId, result)
    const next = steps[index + 1]?.[0]
    if (next === undefined) await finishErasure(tx, erasure.userId, new Date(app.clock.now()))
    else await storeProgress(tx, erasure.userId, { step: next, position: 0, total: 0 })
  })
}

const emailsPerBatch = 200

/** Emails to the person that wait or were refused. They are encrypted, so each is opened. */
async function deleteEmails({ app, tx, erasure }: Batch): Promise<StepResult> {
  const emails = new Set(erasure.identity.emails.map((email) => email.toLowerCase()))
  const jobs = await storedJobs(tx.db, deliverEmail.name, erasure.position, emailsPerBatch)
  const doomed = jobs.filter(({ payload }) => emails.has(recipientOf(app, payload)))
  await removeJobs(
    tx.db,
    doomed.map(({ id }) => id),
  )
  const last = jobs.at(-1)
  return jobs.length < emailsPerBatch || last === undefined ? undefined : { position: last.id }
}

/** In lower case. Empty for an email that cannot be opened: it was sealed with a key that is gone, so nobody can read it. */
function recipientOf({ sealer }: App, payload: unknown): string {
  try {
    const { to } = sealer.openJson('email', payload) as { to?: unknown }
    return typeof to === 'string' ? to.toLowerCase() : ''
  } catch {
    return ''
  }
}
