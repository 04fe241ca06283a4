import { job } from '../../../jobs/job.ts'
import { deleteInteractionsBefore } from './store.ts'

/** Longer than responses are accepted, and than a client repeats a request. */
const retentionMs = 86_400_000

export const deleteOldInteractions = job<object>({
  name: 'delete-old-interactions',
  every: '50 * * * *',
  run: (app) => deleteInteractionsBefore(app.database.backgroundDb, new Date(app.clock.now() - retentionMs)),
})
