import type { App } from '../../../app.ts'
import { job } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/store.ts'
import { enqueueForNewMentions, type NewMentions, scanExpiredQueues, scanNewMessages } from './scan.ts'
import { sendDueEmails } from './send.ts'
import { deleteEmailedBefore } from './store.ts'

const scanIntervalSeconds = 5
/** Longer than the lifetime of a queue (one week), so that its messages are not emailed twice. */
const sentRetentionMs = 8 * 86_400_000

/** Scans for missed messages and sends due emails. */
export async function scanMissedMessages(app: App): Promise<void> {
  await scanNewMessages(app)
  await scanExpiredQueues(app)
  await sendDueEmails(app)
}

/** Re-schedules itself; if that fails, the recurring schedule starts it again within a minute. */
export const emailMissedMessages = job<object>({
  name: 'mail-missed-messages',
  every: '* * * * *',
  run: async (app) => {
    try {
      await scanMissedMessages(app)
    } finally {
      const at = new Date(app.clock.now() + scanIntervalSeconds * 1_000)
      await enqueue(app.database.db, emailMissedMessages, {}, { at, key: 'mail missed messages' })
    }
  },
})

/** After an edit. */
export const notifyNewMentions = job<NewMentions>({
  name: 'tell-of-new-mentions',
  run: (app, mentions) => enqueueForNewMentions(app, mentions),
})

export const deleteOldMissedMessages = job<object>({
  name: 'forget-missed-messages',
  every: '35 1 * * *',
  run: (app) => deleteEmailedBefore(app.database.backgroundDb, new Date(app.clock.now() - sentRetentionMs)),
})
