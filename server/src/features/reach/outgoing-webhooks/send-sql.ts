import { type RawBuilder, sql } from 'kysely'
import type { SendExtension } from '../../../events/transaction.ts'
import { enqueueSql } from '../../../jobs/store.ts'
import { columnOf } from '../../conversation/messages/send-statement.ts'
import { callWebhooks } from './jobs.ts'
import { immediately } from './store.ts'
import { type BotTrigger, triggersOf } from './triggers.ts'

/** Stores a call for each outgoing webhook bot that a message triggers. */
export const webhookCalls: SendExtension<BotTrigger> = {
  name: 'webhook_call',
  workFor: (directory, sender, { mentions }, scope) => triggersOf(directory, sender, mentions, scope),
  enqueueSql: (realmId, calls) => {
    const column = columnOf(calls)
    return sql`new_webhook_call as (
      insert into webhook_call (realm_id, bot_id, message_id, trigger, due_at)
      select ${realmId}::bigint, c.bot_id, draft.id, c.trigger, ${immediately}
      from unnest(${column((c) => c.n)}::bigint[], ${column((c) => c.botId)}::bigint[],
        ${column((c) => c.trigger)}::text[]) as c (n, bot_id, trigger)
      join draft using (n)
      returning id
    ), webhook_call_jobs as materialized (
      select (${callJob(sql`new_webhook_call.id`)}).id as job_id from new_webhook_call
    )`
  },
}

/** Enqueues a check for due calls because of this call. */
export const callJob = (callId: RawBuilder<unknown>) =>
  enqueueSql(callWebhooks, sql`'{}'::json`, sql`'call-webhook:' || ${callId}`)
