import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { WebhookCallTable } from '../../../db/tables/bots.ts'
import type { Tx } from '../../../events/transaction.ts'

export type WebhookCall = Selectable<WebhookCallTable>

/** Result of an attempt: completed, failed (to be retried), or interrupted by shutdown. */
export type CallResult = 'ended' | 'failed' | 'interrupted'

/** Due immediately, even with clock skew between machines. */
export const immediately = new Date(0)

/** Concurrency limits per bot and in total, and the number of running calls by bot. */
export interface CallCapacity {
  perBot: number
  total: number
  running: ReadonlyMap<number, number>
}

/**
 * Leases due calls until a time, oldest first per bot. Limits each bot to its free slots, so that a busy bot
 * does not delay others.
 */
export async function takeDue(
  db: Db,
  now: Date,
  until: Date,
  capacity: CallCapacity,
): Promise<WebhookCall[]> {
  const bots = [...capacity.running.keys()]
  const counts = [...capacity.running.values()]
  const left = capacity.total - counts.reduce((sum, count) => sum + count, 0)
  const { rows } = await sql<WebhookCall>`
    update webhook_call set due_at = ${until}
    where id = any(array(
      select due.id
      from (select distinct bot_id from webhook_call where due_at <= ${now}) as bot
      left join unnest(${bots}::bigint[], ${counts}::integer[]) as busy (bot_id, calls) using (bot_id)
      cross join lateral (
        select w.id from webhook_call w
        where w.bot_id = bot.bot_id and w.due_at <= ${now}
        order by w.due_at, w.id
        limit greatest(${capacity.perBot}::integer - coalesce(busy.calls, 0), 0)
        for update skip locked
      ) as due
      limit ${left}))
    returning *`.execute(db)
  return rows.sort((a, b) => a.id - b.id)
}

/** Stores a call about an interaction, and returns its ID. */
export async function insertInteractionCall(tx: Tx, botId: number, interactionId: number): Promise<number> {
  const { id } = await tx.db
    .insertInto('webhook_call')
    .values({
      realm_id: tx.realmId,
      bot_id: botId,
      message_id: null,
      interaction_id: interactionId,
      trigger: 'interaction',
      due_at: immediately,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Postpones a call and stores its attempts. Does nothing if another process has ended it. */
export async function postpone(db: Db, id: number, attempts: number, due_at: Date): Promise<void> {
  await db.updateTable('webhook_call').set({ attempts, due_at }).where('id', '=', id).execute()
}

/** Ends a call; false if it was already ended. */
export async function endCall(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('webhook_call').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Records a failure of a bot. True if it is new since the bot last worked. */
export async function recordFailure(tx: Tx, botId: number, reason: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update bot_service set told_failures = told_failures || ${reason}::text
    where bot_id = ${botId} and not ${reason}::text = any(told_failures)`.execute(tx.db)
  return (numAffectedRows ?? 0n) > 0n
}

export async function clearFailures(tx: Tx, botId: number): Promise<void> {
  await tx.db
    .updateTable('bot_service')
    .set({ told_failures: [] })
    .where('bot_id', '=', botId)
    .where(sql<boolean>`told_failures <> '{}'`)
    .execute()
}

/** Failed calls that are kept for each bot. */
const maxFailedPerBot = 100

/** Keeps a call that failed for good, so that it can be retried. */
export async function storeFailedCall(
  db: Db,
  { realm_id, bot_id, message_id, trigger }: WebhookCall,
  reason: string,
  failed_at: Date,
): Promise<void> {
  // An interaction is not retried later: its user no longer waits for it.
  if (message_id === null || trigger === 'interaction') return
  await db
    .insertInto('failed_webhook_call')
    .values({ realm_id, bot_id, message_id, trigger, reason, failed_at })
    .execute()
  await sql`
    delete from failed_webhook_call where bot_id = ${bot_id} and id <= (
      select id from failed_webhook_call where bot_id = ${bot_id}
      order by id desc offset ${maxFailedPerBot} limit 1)`.execute(db)
}
