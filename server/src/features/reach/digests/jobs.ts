import { job } from '../../../jobs/job.ts'
import { sendDigests } from './send.ts'

/** Hourly, because the day of the digest begins at another time in every time zone. */
export const emailDigests = job<object>({
  name: 'send-digests',
  every: '20 * * * *',
  run: (app, _, stopping) => sendDigests(app, stopping),
})
