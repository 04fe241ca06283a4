import { sql } from 'kysely'
import type { MessageEdit, SendExtension, Tx } from '../../../events/transaction.ts'
import { enqueuePreviews, previewJob } from './jobs.ts'

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

export async function previewEdited(tx: Tx, { messageId, previewLinks }: MessageEdit): Promise<void> {
  await enqueuePreviews(tx, messageId, previewLinks)
}
