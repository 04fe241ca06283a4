import type { DeliveryKind, FailedDelivery } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Email } from '../../../email/email.ts'
import { deleteFailedJobs, failedJobs, retryFailedJobs } from '../../../jobs/failed-store.ts'
import { job } from '../../../jobs/job.ts'
import { deliverEmail } from '../../../jobs/send-email.ts'
import type { Realm } from '../../../realms/realm.ts'
import {
  deleteFailedCalls,
  failedCalls,
  retryFailedCalls,
} from '../../reach/outgoing-webhooks/failed-store.ts'

const limits = { listed: 50, counted: 10_000 }
/** SMTP servers and exceptions may say a lot. */
const maxErrorLength = 500
/** How long failed deliveries can be retried. */
const keptMs = 30 * 86_400_000

interface FailedDeliveries {
  failed_emails: number
  failed_webhooks: number
  failed_deliveries: FailedDelivery[]
}

/** The newest failed emails and calls of outgoing webhooks of all organizations. */
export async function failedDeliveries(app: App): Promise<FailedDeliveries> {
  const { db } = app.database
  const emails = await failedJobs(db, deliverEmail, limits)
  const webhooks = await failedCalls(db, limits)
  return {
    failed_emails: emails.count,
    failed_webhooks: webhooks.count,
    failed_deliveries: [
      ...emails.jobs.map(
        ({ id, payload, error, failedAt, retryAt }): FailedDelivery => ({
          kind: 'email',
          id,
          organization_name: null,
          recipient: recipientOf(app, payload),
          error: error.slice(0, maxErrorLength),
          failed_at: seconds(failedAt),
          retry_at: retryAt && seconds(retryAt),
        }),
      ),
      ...webhooks.calls.map(
        ({ id, organizationName, url, reason, failedAt }): FailedDelivery => ({
          kind: 'webhook',
          id,
          organization_name: organizationName,
          recipient: hostOf(url),
          error: reason,
          failed_at: seconds(failedAt),
          retry_at: null,
        }),
      ),
    ],
  }
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1_000)

/** Empty if the email was sealed with another secret key. */
function recipientOf({ sealer }: App, payload: unknown): string {
  try {
    return (sealer.openJson('email', payload) as Email).to
  } catch {
    return ''
  }
}

/** Only the host: paths and queries of webhooks may contain credentials. */
const hostOf = (url: string | null) => (url === null ? '' : (URL.parse(url)?.host ?? ''))

/** Retries failed deliveries, all of the kind without `ids`. Returns their number. */
export async function retryDeliveries(
  app: App,
  realm: Realm,
  user: User,
  kind: DeliveryKind,
  ids: readonly number[] | undefined,
): Promise<number> {
  const retried = await realm.transact(async (tx) => {
    const count =
      kind === 'email'
        ? await retryFailedJobs(tx.db, deliverEmail, ids, limits.counted)
        : await retryFailedCalls(tx.db, ids, limits.counted)
    tx.audit({ kind: 'deliveries.retried', after: { kind, count } })
    return count
  })
  app.logger.info(
    { realm_id: realm.id, user_id: user.id, kind, ids: ids ?? 'all', retried },
    'failed deliveries are retried',
  )
  return retried
}

export const deleteOldFailures = job<object>({
  name: 'delete-old-failures',
  every: '10 4 * * *',
  run: async (app) => {
    const before = new Date(app.clock.now() - keptMs)
    await deleteFailedJobs(app.database.db, deliverEmail, before)
    await deleteFailedCalls(app.database.db, before)
  },
})
