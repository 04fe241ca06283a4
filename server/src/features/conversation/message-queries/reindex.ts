import type { Tx } from '../../../events/transaction.ts'
import { job } from '../../../jobs/job.ts'
import { enqueueAll } from '../../../jobs/store.ts'
import { reindex } from './reindex-store.ts'

const batchSize = 500

/**
 * Updates the search index after messages changed. Indexes the newest ones in the transaction and the rest in
 * jobs, because moving messages holds the log lock and a topic may have a hundred thousand of them.
 */
export async function reindexMessages(tx: Tx, ids: readonly number[]): Promise<void> {
  const newestFirst = ids.toSorted((a, b) => b - a)
  await reindex(tx.db, newestFirst.slice(0, batchSize))
  const older = newestFirst.slice(batchSize)
  await enqueueAll(
    tx.db,
    reindexLater,
    Array.from({ length: Math.ceil(older.length / batchSize) }, (_, n) => ({
      payload: { ids: older.slice(n * batchSize, (n + 1) * batchSize) },
    })),
  )
}

export const reindexLater = job<{ ids: number[] }>({
  name: 'reindex-messages',
  run: async ({ database }, { ids }) => {
    await database.backgroundDb.transaction().execute((db) => reindex(db, ids))
  },
})
