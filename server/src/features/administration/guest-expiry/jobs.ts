import { job } from '../../../jobs/job.ts'
import { expireGuests } from './actions.ts'

export const expireGuestAccounts = job<object>({
  name: 'expire-guests',
  every: '*/5 * * * *',
  run: (app, _, stopping) => expireGuests(app, stopping),
})
