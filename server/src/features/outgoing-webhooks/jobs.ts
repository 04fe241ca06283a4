import type { App } from '../../app.ts'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/transaction.ts'
import { enqueue, job } from '../../jobs/job.ts'
import { Caller } from './caller.ts'
import { insertCalls } from './store.ts'
import type { Trigger } from './triggers.ts'

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

/** Orders that bots are called because of a message that is being stored. Most messages call none, and cost nothing. */
export async function orderCalls(tx: Tx, messageId: number, triggers: readonly Trigger[]): Promise<void> {
  if (triggers.length === 0) return
  for (const id of await insertCalls(tx, messageId, triggers)) await remind(tx.db, id)
}

/** By call, because orders under one key would wait for each other's transactions. */
async function remind(db: Db, callId: number, at?: Date): Promise<void> {
  await enqueue(db, callWebhooks, {}, { key: `call-webhook:${callId}`, ...(at && { at }) })
}
