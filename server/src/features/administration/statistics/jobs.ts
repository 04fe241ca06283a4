import { job } from '../../../jobs/job.ts'
import {
  beginDay,
  deleteDaysBefore,
  realmsWithStaleDays,
  recordPresent,
  recordStorage,
  refreshActivity,
} from './activity-store.ts'
import { countBacklog, countNext, markNewest } from './count-store.ts'
import { oldestDay, startOfDay } from './days.ts'

/** Longer than a transaction that stores messages can take. */
const settleMs = 5 * 60_000
/** Batches of one run: two million IDs. The next run continues. */
const maxBatches = 100

/**
 * Keeps the statistics of organizations current. Reads each message once, in the order of IDs, so a run after days without one
 * catches up, and a second run changes nothing.
 */
export const countStatistics = job<object>({
  name: 'count-statistics',
  every: '*/10 * * * *',
  run: async (app, _, stopping) => {
    const { backgroundDb: db } = app.database
    const now = app.clock.now()
    const today = startOfDay(now)
    const oldest = oldestDay(now)
    await beginDay(db, today)
    await recordPresent(db, startOfDay(now, -1))
    await recordStorage(db, today)
    const settled = new Date(now - settleMs)
    const isCounted = async () => (await countNext(db, oldest, settled)) || (await countBacklog(db, oldest))
    for (let n = 0; n < maxBatches && !stopping?.aborted && (await isCounted()); n++);
    await markNewest(db, new Date(now))
    for (const realmId of await realmsWithStaleDays(db)) {
      while (!stopping?.aborted && (await refreshActivity(db, realmId, today)));
    }
  },
})

export const deleteOldStatistics = job<object>({
  name: 'delete-old-statistics',
  every: '30 0 * * *',
  run: (app) => deleteDaysBefore(app.database.backgroundDb, oldestDay(app.clock.now())),
})
