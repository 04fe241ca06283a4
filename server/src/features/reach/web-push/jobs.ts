import type { App } from '../../../app.ts'
import { job } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/store.ts'
import { Slot } from '../../../platform/slots.ts'
import { Deliverer } from './deliverer.ts'
import { deleteNoticesBefore } from './notice-store.ts'

const delivererSlot = new Slot<App, Deliverer>()
/** As long as push services keep messages and queues may stay unread. */
const noticeRetentionMs = 8 * 86_400_000

/**
 * Delivers push notifications. Pending ones are in the table `push_due`. The job only triggers a check, and
 * also runs every minute, for pushes leased by a process that died.
 */
export const deliverPushes = job<object>({
  name: 'deliver-pushes',
  every: '* * * * *',
  run: async (app, _, stopping) => {
    const deliverer = app.slots.get(delivererSlot) ?? app.slots.set(delivererSlot, createDeliverer(app))
    await deliverer.deliverDue(stopping)
  },
})

const createDeliverer = (app: App) =>
  new Deliverer(app, async (at) => {
    // Rounded to seconds, so that many pushes to one service share a wake-up.
    const key = `deliver pushes at ${Math.ceil(at.getTime() / 1_000)}`
    await enqueue(app.database.db, deliverPushes, {}, { at, key })
  })

export const deleteOldPushNotices = job<object>({
  name: 'forget-push-notices',
  every: '40 1 * * *',
  run: (app) => deleteNoticesBefore(app.database.backgroundDb, new Date(app.clock.now() - noticeRetentionMs)),
})
