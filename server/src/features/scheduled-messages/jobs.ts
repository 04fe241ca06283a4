import { job } from '../../jobs/job.ts'
import { deliverDue } from './deliver.ts'

/** Runs when a message is due, and every minute for whatever was missed. */
export const deliverScheduled = job<object>({
  name: 'deliver-scheduled-messages',
  every: '* * * * *',
  run: (app) => deliverDue(app),
})
