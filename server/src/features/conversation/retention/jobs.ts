import { job } from '../../../jobs/job.ts'
import { deleteExpiredMessages } from './actions.ts'
import { realmsWithRetention } from './store.ts'

/** Runs hourly, which is precise enough for a limit in days. */
export const enforceRetention = job<object>({
  name: 'enforce-retention',
  every: '17 * * * *',
  run: async (app) => {
    for (const id of await realmsWithRetention(app.database.backgroundDb)) {
      await deleteExpiredMessages(app, await app.realms.byId(id))
    }
  },
})
