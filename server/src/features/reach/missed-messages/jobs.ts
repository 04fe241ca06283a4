import type { App } from '../../../app.ts'
import { job } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/store.ts'
import { type NewMentions, noticeNewMentions, scanExpiredQueues, scanNewMessages } from './scan.ts'
import { mailMissed } from './send.ts'
import { forgetMailed } from './store.ts'

const secondsBetweenLooks = 5
/** No queue sleeps longer than a week, and what was in it must not be mailed again. */
const remembered = 8 * 86_400_000

/** Looks for what people missed, and mails what is due. */
export async function scanMissedMessages(app: App): Promise<void> {
  await scanNewMessages(app)
  await scanExpiredQueues(app)
  await mailMissed(app)
}

/** Orders its own next run; should that get lost, the next minute begins anew. */
export const mailMissedMessages = job<object>({
  name: 'mail-missed-messages',
  every: '* * * * *',
  run: async (app) => {
    try {
      await scanMissedMessages(app)
    } finally {
      const at = new Date(app.clock.now() + secondsBetweenLooks * 1_000)
      await enqueue(app.database.db, mailMissedMessages, {}, { at, key: 'mail missed messages' })
    }
  },
})

/** After an edit. */
export const notifyNewMentions = job<NewMentions>({
  name: 'tell-of-new-mentions',
  run: (app, mentions) => noticeNewMentions(app, mentions),
})

export const forgetMissedMessages = job<object>({
  name: 'forget-missed-messages',
  every: '35 1 * * *',
  run: (app) => forgetMailed(app.database.backgroundDb, new Date(app.clock.now() - remembered)),
})
