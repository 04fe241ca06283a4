import type { App } from '../../../app.ts'
import { job } from '../../../jobs/job.ts'
import { pollFeed } from './poll.ts'
import { takeDueFeeds } from './store.ts'

/** Feeds that a process checks at the same time. */
const atOnce = 32
/** After this long, other processes check a feed again. Longer than a check can take. */
const heldFor = 5 * 60_000

const running = new WeakSet<App>()

/** Checks all feeds that are due. A feed is due again only minutes later, so this ends. */
export const pollFeeds = job<object>({
  name: 'poll-feeds',
  every: '* * * * *',
  run: async (app, _, stopping) => {
    // One run per process, so that feeds occupy one of the places for jobs. Feeds added meanwhile are taken by this run.
    if (running.has(app)) return
    running.add(app)
    try {
      while (!stopping?.aborted) {
        const now = app.clock.now()
        const feeds = await takeDueFeeds(app.database.db, new Date(now), new Date(now + heldFor), atOnce)
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
      running.delete(app)
    }
  },
})
