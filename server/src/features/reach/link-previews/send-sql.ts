import { type RawBuilder, sql } from 'kysely'
import type { SendExtension } from '../../../events/transaction.ts'
import { enqueueSql } from '../../../jobs/store.ts'
import { previewLinks } from './jobs.ts'

const once = [{}]

/** Enqueues the previews of messages with links. */
export const previewsOfSent: SendExtension<object> = {
  name: 'preview',
  workFor: (_directory, _sender, { previewLinks }) => (previewLinks.length > 0 ? once : []),
  enqueueSql: (realmId, messages) => sql`preview_jobs as materialized (
    select (${previewJob(realmId, sql`draft.id`)}).id as job_id from draft
    where n = any(${messages.map(({ n }) => n)}::bigint[])
  )`,
}

const previewJob = (realmId: number, messageId: RawBuilder<unknown>) =>
  enqueueSql(
    previewLinks,
    sql`json_build_object('realmId', ${realmId}::bigint, 'messageId', ${messageId})`,
    sql`'preview-links:' || ${messageId}`,
  )
