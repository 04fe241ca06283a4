import type { Db } from '../db/database.ts'
import { deleteEvents, findTrimmableLogs, type LogLimits } from './trim-store.ts'

export const logLimits: LogLimits = {
  marginSeconds: 300,
  defaultIdleSeconds: 600,
  maxAgeSeconds: 86_400,
  maxEvents: 500_000,
}

/** Small enough that each statement takes a fraction of a second. */
const batchSize = 5_000
/** Per run, over all organizations; the next run continues. */
const maxBatches = 1_000

/**
 * Deletes events that no queue needs any more, in short statements that block nobody. Queues that were idle for too
 * long get BAD_EVENT_QUEUE_ID. Returns the number of deleted batches.
 */
export async function trimLog(
  db: Db,
  limits: LogLimits = logLimits,
  stopping?: AbortSignal,
): Promise<number> {
  let batches = 0
  for (const log of await findTrimmableLogs(db, limits)) {
    let from = log.firstSeq
    while (batches < maxBatches && !stopping?.aborted) {
      const last = await deleteEvents(db, log, from, batchSize)
      if (last === undefined) break
      batches++
      from = last + 1
    }
  }
  return batches
}
