import type { Tx } from '../../../events/transaction.ts'
import { job } from '../../../jobs/job.ts'
import { enqueueAll } from '../../../jobs/store.ts'
import { reindex } from './reindex-store.ts'

const messagesAtOnce = 500

/**
 * Updates the search index after the text or topic of messages changed. The newest messages are indexed in the transaction,
 * the others by jobs, because moving messages holds the log's lock and a topic may have a hundred thousand of them.
 */
export async function reindexMessages(tx: Tx, ids: readonly number[]): Promise<void> {
  const newestFirst = ids.toSorted((a, b) => b - a)
  await reindex(tx.db, newestFirst.slice(0, messagesAtOnce))
  const older = newestFirst.slice(messagesAtOnce)
  await enqueueAll(
    tx.db,
    reindexLater,
    Array.from({ length: Math.ceil(older.length / messagesAtOnce) }, (_, n) => ({
      payload: { ids: older.slice(n * messagesAtOnce, (n + 1) * messagesAtOnce) },
    })),
  )
}

export const reindexLater = job<{ ids: number[] }>({
  name: 'reindex-messages',
  run: async ({ database }, { ids }) => {
    await database.backgroundDb.transaction().execute((db) => reindex(db, ids))
  },
})
