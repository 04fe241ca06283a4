import type { App } from '../../../app.ts'
import { job } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/store.ts'
import { Deliverer } from './deliverer.ts'
import { forgetNotices } from './notice-store.ts'

const deliverers = new WeakMap<App, Deliverer>()
/** As long as push services are asked to keep anything, and a queue may sleep. */
const remembered = 8 * 86_400_000

/**
 * Tells browsers of messages. What is to be told is in the table `push_due`: the job only says that it is time to look there, and
 * looks every minute by itself, for what a process that died had taken.
 */
export const deliverPushes = job<object>({
  name: 'deliver-pushes',
  every: '* * * * *',
  run: async (app, _, stopping) => {
    const deliverer =
      deliverers.get(app) ??
      new Deliverer(app, async (at) => {
        // By the second, so that many that wait for one push service are one reminder.
        const key = `deliver pushes at ${Math.ceil(at.getTime() / 1_000)}`
        await enqueue(app.database.db, deliverPushes, {}, { at, key })
      })
    deliverers.set(app, deliverer)
    await deliverer.deliverDue(stopping)
  },
})

export const forgetPushNotices = job<object>({
  name: 'forget-push-notices',
  every: '40 1 * * *',
  run: (app) => forgetNotices(app.database.backgroundDb, new Date(app.clock.now() - remembered)),
})
