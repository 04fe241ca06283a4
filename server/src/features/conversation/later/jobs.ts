import { job } from '../../../jobs/job.ts'
import { sendDueReminders } from './remind.ts'
import { deleteDoneBefore } from './store.ts'

/** Runs when a reminder is due, and every minute as a fallback. */
export const sendReminders = job<object>({
  name: 'send-reminders',
  every: '* * * * *',
  run: (app) => sendDueReminders(app),
})

/** How long done items are kept. */
const doneRetentionMs = 90 * 86_400_000

export const deleteOldDone = job<object>({
  name: 'forget-done-items',
  every: '40 1 * * *',
  run: (app) => deleteDoneBefore(app.database.backgroundDb, new Date(app.clock.now() - doneRetentionMs)),
})
