import { job } from '../../../jobs/job.ts'
import { markInactive } from './activity.ts'
import { trafficDays } from './traffic.ts'
import { countTraffic, realmsWithTraffic } from './traffic-store.ts'

const dayMs = 86_400_000

/**
 * Counts the messages of completed days. Reads each message once, so sending costs nothing extra and each run
 * reads one day's messages. Publishes no visible event: clients get the counts when they register.
 */
export const countChannelTraffic = job<object>({
  name: 'count-channel-traffic',
  every: '20 0 * * *',
  run: async (app) => {
    const { backgroundDb: db } = app.database
    const midnight = Math.floor(app.clock.now() / dayMs) * dayMs
    // Includes organizations whose last counts expire in this run.
    const before = await realmsWithTraffic(db)
    await countTraffic(db, new Date(midnight - trafficDays * dayMs), new Date(midnight))
    for (const id of new Set([...before, ...(await realmsWithTraffic(db))])) {
      const realm = await app.realms.byId(id)
      await realm.transact(async (tx) => tx.publish({ type: 'refresh' }, { users: [] }, { traffic: true }))
    }
  },
})

export const markInactiveChannels = job<object>({
  name: 'rest-quiet-channels',
  every: '40 0 * * *',
  run: (app) => markInactive(app),
})
