import { job } from '../../../jobs/job.ts'
import { publishFullMembers } from './full-members.ts'

/** Rights come by themselves when the time is over; clients need to be told. */
export const promoteMembers = job<object>({
  name: 'promote-members',
  every: '*/10 * * * *',
  run: (app) => publishFullMembers(app),
})
