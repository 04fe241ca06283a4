import { job } from '../../../jobs/job.ts'
import { deleteExpiredReplyAddresses } from './reply-store.ts'
import { deleteReceivedBefore } from './store.ts'

/** Mail servers repeat deliveries for at most five days. */
const retentionMs = 14 * 86_400_000

export const deleteOldReceivedEmails = job<object>({
  name: 'forget-received-emails',
  every: '50 1 * * *',
  run: async (app) => {
    const { backgroundDb } = app.database
    const before = new Date(app.clock.now() - retentionMs)
    await deleteReceivedBefore(backgroundDb, before)
    await deleteExpiredReplyAddresses(backgroundDb, before)
  },
})
