import { job } from '../../../jobs/job.ts'
import { deliverDue } from './deliver.ts'
import { deleteDeliveriesBefore } from './store.ts'

/** How long an edit of a sent message gets the error "already sent". */
const deliveredRetentionMs = 30 * 86_400_000

/** Runs when a message is due, and every minute as a fallback. */
export const deliverScheduled = job<object>({
  name: 'deliver-scheduled-messages',
  every: '* * * * *',
  run: (app) => deliverDue(app),
})

export const deleteOldDeliveries = job<object>({
  name: 'forget-delivered-schedules',
  every: '50 1 * * *',
  run: (app) =>
    deleteDeliveriesBefore(app.database.backgroundDb, new Date(app.clock.now() - deliveredRetentionMs)),
})
