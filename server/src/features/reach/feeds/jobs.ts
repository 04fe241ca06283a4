import type { App } from '../../../app.ts'
import { job } from '../../../jobs/job.ts'
import { Slot } from '../../../platform/slots.ts'
import { pollFeed } from './poll.ts'
import { takeDueFeeds } from './store.ts'

/** Maximum feeds checked concurrently by one process. */
const maxConcurrent = 32
/** Lease: after this time other processes may check the feed again. Longer than a check can take. */
const leaseMs = 5 * 60_000

/** Whether feeds are being checked. */
const runningSlot = new Slot<App, boolean>()

/** Checks all feeds that are due. A feed is due again only minutes later, so this ends. */
export const pollFeeds = job<object>({
  name: 'poll-feeds',
  every: '* * * * *',
  run: async (app, _, stopping) => {
    // One run per process, so that feeds occupy one job slot. A running job also takes feeds added in the
    // meantime.
    if (app.slots.get(runningSlot)) return
    app.slots.set(runningSlot, true)
    try {
      while (!stopping?.aborted) {
        const now = app.clock.now()
        const feeds = await takeDueFeeds(
          app.database.db,
          new Date(now),
          new Date(now + leaseMs),
          maxConcurrent,
        )
        if (feeds.length === 0) return
        await Promise.all(
          feeds.map((feed) =>
            pollFeed(app, feed, stopping).catch((error: unknown) => {
              app.logger.error({ err: error, feed_id: feed.id }, 'could not check a feed')
            }),
          ),
        )
      }
    } finally {
      app.slots.set(runningSlot, false)
    }
  },
})
