import type { App } from '../../../app.ts'
import { entriesAfter } from '../../../audit/store.ts'
import { job } from '../../../jobs/job.ts'
import { presentEntry } from '../../administration/audit-log/present.ts'
import {
  type AuditWebhook,
  dueAuditWebhooks,
  recordAuditWebhook,
} from '../../administration/audit-log/webhook-store.ts'
import { postEntries } from './webhook.ts'

/** Webhooks of one run; the others follow a minute later. */
const maxWebhooks = 200
/** Webhooks at the same time, because each may take as long as the timeout. */
const concurrency = 8
const pageSize = 100
/** Pages for one webhook in one run, so that a long log does not hold up the others. */
const maxPages = 20
const minuteMs = 60_000
const maxWaitMinutes = 60
const maxProblemLength = 200

/**
 * Sends new entries to the webhooks of organizations. After a failure, the same page is tried again after one minute, two, four, and so on up to
 * an hour. The position is stored after each page, so a page can arrive twice.
 */
export const callAuditWebhooks = job<object>({
  name: 'call-audit-webhooks',
  every: '* * * * *',
  run: async (app, _, stopping) => {
    const { db } = app.database
    const due = await dueAuditWebhooks(db, app.sealer, new Date(app.clock.now()), maxWebhooks)
    const next = due.values()
    const work = async () => {
      for (const webhook of next) if (!stopping?.aborted) await call(app, webhook, stopping)
    }
    await Promise.all(Array.from({ length: concurrency }, work))
  },
})

async function call(
  app: App,
  webhook: AuditWebhook & { subdomain: string },
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { db } = app.database
  const at = (minutes: number) => new Date(app.clock.now() + minutes * minuteMs)
  let current: AuditWebhook = webhook
  try {
    for (let page = 1; page <= maxPages && !stopping?.aborted; page++) {
      const entries = await entriesAfter(db, webhook.realmId, current.seq, pageSize)
      const last = entries.at(-1)
      if (last === undefined) return
      await postEntries(webhook, webhook.subdomain, entries.map(presentEntry), stopping, {
        allowPrivate: app.config.allowPrivateCallbacks,
      })
      const result = { seq: last.seq, failures: 0, problem: null, nextAttemptAt: at(0) }
      if (!(await recordAuditWebhook(db, current, result))) return
      current = { ...current, ...result }
    }
  } catch (error) {
    if (stopping?.aborted) return
    const failures = webhook.failures + 1
    const problem = (error as Error).message.slice(0, maxProblemLength)
    const wait = Math.min(2 ** (failures - 1), maxWaitMinutes)
    await recordAuditWebhook(db, current, { seq: current.seq, failures, problem, nextAttemptAt: at(wait) })
  }
}
