import { job } from '../../../jobs/job.ts'
import { restChannels } from './activity.ts'
import { trafficDays } from './traffic.ts'
import { countTraffic, realmsWithTraffic } from './traffic-store.ts'

const day = 86_400_000

/**
 * Counts the messages of the days that are over. Each is looked at once, so sending costs nothing and a day's work is
 * that day's messages. No event tells people: they see it when they register.
 */
export const countChannelTraffic = job<object>({
  name: 'count-channel-traffic',
  every: '20 0 * * *',
  run: async (app) => {
    const { backgroundDb: db } = app.database
    const midnight = Math.floor(app.clock.now() / day) * day
    // Organizations whose last counts are forgotten now have others than before, too.
    const before = await realmsWithTraffic(db)
    await countTraffic(db, new Date(midnight - trafficDays * day), new Date(midnight))
    for (const id of new Set([...before, ...(await realmsWithTraffic(db))])) {
      const realm = await app.realms.byId(id)
      await realm.transact(async (tx) => tx.publish({ type: 'refresh' }, { users: [] }, { traffic: true }))
    }
  },
})

export const markInactiveChannels = job<object>({
  name: 'rest-quiet-channels',
  every: '40 0 * * *',
  run: (app) => restChannels(app),
})
