import { job } from '../../../jobs/job.ts'
import { deleteOutlived } from './actions.ts'
import { realmsWithRetention } from './store.ts'

/** Once an hour: a limit in days need not be kept to the minute. */
export const enforceRetention = job<object>({
  name: 'enforce-retention',
  every: '17 * * * *',
  run: async (app) => {
    for (const id of await realmsWithRetention(app.database.backgroundDb)) {
      await deleteOutlived(app, await app.realms.byId(id))
    }
  },
})
