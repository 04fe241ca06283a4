import { job } from '../../../jobs/job.ts'
import { deliverDue } from './deliver.ts'
import { forgetDeliveries } from './store.ts'

/** Until then, who wants to change what was sent is told so. */
const remembered = 30 * 86_400_000

/** Runs when a message is due, and every minute for whatever was missed. */
export const deliverScheduled = job<object>({
  name: 'deliver-scheduled-messages',
  every: '* * * * *',
  run: (app) => deliverDue(app),
})

export const forgetDelivered = job<object>({
  name: 'forget-delivered-schedules',
  every: '50 1 * * *',
  run: (app) => forgetDeliveries(app.database.backgroundDb, new Date(app.clock.now() - remembered)),
})
