import { job } from '../../../jobs/job.ts'
import { endOverdueSessions } from './requirement.ts'

export const requireSecondFactors = job<object>({
  name: 'require-second-factors',
  every: '23 * * * *',
  run: (app) => endOverdueSessions(app),
})
