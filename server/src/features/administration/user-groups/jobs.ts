import { job } from '../../../jobs/job.ts'
import { publishFullMembers } from './full-members.ts'

/** Full membership takes effect by itself; this publishes it to clients. */
export const promoteMembers = job<object>({
  name: 'promote-members',
  every: '*/10 * * * *',
  run: (app) => publishFullMembers(app),
})
