import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { job } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/store.ts'
import { Slot } from '../../../platform/slots.ts'
import { Caller } from './caller.ts'

const callerSlot = new Slot<App, Caller>()

/**
 * Calls outgoing webhook bots. Pending calls are in the table `webhook_call`. The job only triggers a check,
 * and also runs every minute, for calls leased by a process that died.
 */
export const callWebhooks = job<object>({
  name: 'call-webhooks',
  every: '* * * * *',
  run: async (app, _, stopping) => {
    const caller = app.slots.get(callerSlot) ?? app.slots.set(callerSlot, createCaller(app))
    await caller.callDue(stopping)
  },
})

const createCaller = (app: App) => new Caller(app, (callId, at) => enqueueWakeup(app.database.db, callId, at))

/** One key per call, because jobs with the same key wait for each other's transactions. */
const jobKey = (callId: number) => `call-webhook:${callId}`

/** Checks for due calls because of this call. */
export async function enqueueWakeup(db: Db, callId: number, at?: Date): Promise<void> {
  await enqueue(db, callWebhooks, {}, { key: jobKey(callId), ...(at && { at }) })
}
