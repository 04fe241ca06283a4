import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { job } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/store.ts'
import { Caller } from './caller.ts'

const callers = new WeakMap<App, Caller>()

/**
 * Calls outgoing webhook bots. What is to be done is in the table `webhook_call`: the job only says that it is time to look
 * there, and looks every minute by itself, for what a process that died had taken.
 */
export const callWebhooks = job<object>({
  name: 'call-webhooks',
  every: '* * * * *',
  run: async (app, _, stopping) => {
    const caller = callers.get(app) ?? new Caller(app, (callId, at) => remind(app.database.db, callId, at))
    callers.set(app, caller)
    await caller.callDue(stopping)
  },
})

/** By call, because jobs under one key would wait for each other's transactions. */
const keyOf = (callId: number) => `call-webhook:${callId}`

async function remind(db: Db, callId: number, at?: Date): Promise<void> {
  await enqueue(db, callWebhooks, {}, { key: keyOf(callId), ...(at && { at }) })
}
