import type { AuditEntryObject } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { entriesAfter } from '../../../audit/store.ts'
import { job } from '../../../jobs/job.ts'
import { type AuditDestination, destinationsOf } from '../../administration/audit-log/destinations.ts'
import { presentEntry } from '../../administration/audit-log/present.ts'
import { storePosition, unsentLogs } from './store.ts'
import { sendSyslog, syslogMessage } from './syslog.ts'
import { postEntries } from './webhook.ts'

const pageSize = 100

async function send(
  destination: AuditDestination,
  organization: string,
  entries: readonly AuditEntryObject[],
  stopping: AbortSignal | undefined,
): Promise<void> {
  if ('webhook' in destination) {
    await postEntries(destination.webhook, organization, entries, stopping, { allowPrivate: true })
  } else {
    const messages = entries.map((entry) => syslogMessage(organization, entry))
    await sendSyslog(destination.syslog, messages)
  }
}

/**
 * Copies entries to the receivers outside. The position of each is stored after it has taken a page, so entries are neither lost nor kept in
 * memory while it is down; a page can arrive twice.
 */
export const streamAuditLogs = job<object>({
  name: 'stream-audit-logs',
  every: '* * * * *',
  run: async (app, _, stopping) => {
    for (const destination of destinationsOf(app.config)) {
      await sendAll(app, destination, stopping).catch((error: unknown) => {
        if (stopping?.aborted) return
        const { name } = destination
        app.logger.warn({ err: error, destination: name }, 'the audit log could not be copied; trying again')
      })
    }
  },
})

async function sendAll(
  app: App,
  destination: AuditDestination,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { db } = app.database
  for (const { realmId, subdomain, seq } of await unsentLogs(db, destination.name)) {
    let last = seq
    while (!stopping?.aborted) {
      const page = await entriesAfter(db, realmId, last, pageSize)
      if (page.length === 0) break
      await send(destination, subdomain, page.map(presentEntry), stopping)
      last = page.at(-1)?.seq ?? last
      await storePosition(db, destination.name, realmId, last)
    }
  }
}
