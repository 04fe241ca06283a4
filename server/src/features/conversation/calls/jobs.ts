import { job } from '../../../jobs/job.ts'
import { endAbandonedCalls as endAbandoned } from './end.ts'
import { deleteCallsEndedBefore } from './store.ts'

export const endAbandonedCalls = job<object>({
  name: 'end-abandoned-calls',
  every: '* * * * *',
  run: (app) => endAbandoned(app),
})

/** Messages keep the cards. Links to calls work for so long. */
const retentionMs = 7 * 86_400_000

export const deleteOldCalls = job<object>({
  name: 'delete-old-calls',
  every: '55 * * * *',
  run: (app) => deleteCallsEndedBefore(app.database.backgroundDb, new Date(app.clock.now() - retentionMs)),
})
