import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { QueueOptions } from './queue-options.ts'

export interface QueueRow {
  id: string
  realmId: number
  userId: number
  options: QueueOptions
  /** Position of the client's initial snapshot; earlier events are not for this queue. */
  startSeq: number
  idleSeconds: number
}

/** Activity is recorded at most every half minute, so expiry allows for that much more. */
export const isIdle = sql<boolean>`last_active_at < now() - make_interval(secs => idle_seconds + 30)`

export async function insertQueue(db: Db, row: QueueRow): Promise<void> {
  const { id, realmId, userId, options, startSeq, idleSeconds } = row
  await prepared(sql`
    insert into event_queue (id, realm_id, user_id, options, start_seq, idle_seconds)
    values (${id}, ${realmId}, ${userId}, ${JSON.stringify(options)}, ${startSeq}, ${idleSeconds})`).execute(
    db,
  )
}

/** Whether a queue receives messages. */
export const receivesMessages = sql<boolean>`
  (jsonb_typeof(options -> 'eventTypes') = 'null' or options -> 'eventTypes' @> '"message"')`

/** Whether a queue receives interactions with a bot. */
export const receivesInteractions = sql<boolean>`
  (jsonb_typeof(options -> 'eventTypes') = 'null' or options -> 'eventTypes' @> '"interaction"')
  and options -> 'capabilities' -> 'interactive_messages' = 'true'`

/** Finding a queue counts as activity. */
export async function findQueue(db: Db, id: string): Promise<QueueRow | undefined> {
  const row = await db
    .updateTable('event_queue')
    .set({ last_active_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`not ${isIdle}`)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: row.id,
    realmId: row.realm_id,
    userId: row.user_id,
    options: row.options as unknown as QueueOptions,
    startSeq: row.start_seq,
    idleSeconds: row.idle_seconds,
  }
}

export async function touchQueue(db: Db, id: string): Promise<void> {
  await db.updateTable('event_queue').set({ last_active_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

export async function deleteQueue(db: Db, id: string, userId: number): Promise<boolean> {
  const result = await db
    .deleteFrom('event_queue')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function deleteQueuesOf(db: Db, userIds: readonly number[]): Promise<void> {
  await db.deleteFrom('event_queue').where(sql<boolean>`user_id = any(${userIds}::bigint[])`).execute()
}

/** Deleted in one statement; the next run continues. */
const idleQueuesPerRun = 10_000

/** Deletes expired queues. Records their owners, who may have missed messages that arrived in the queue unread. */
export async function deleteIdleQueues(db: Db): Promise<{ id: string; realmId: number }[]> {
  const { rows } = await sql<{ id: string; realmId: number }>`
    with idle as materialized (
      select id from event_queue where ${isIdle} limit ${idleQueuesPerRun}
    ), gone as (
      delete from event_queue where id in (select id from idle) and ${isIdle}
      returning id, user_id, realm_id, options, last_active_at
    ), noted as (
      insert into departure (user_id, realm_id, since)
      select user_id, realm_id, max(last_active_at) from gone where ${receivesMessages}
      group by user_id, realm_id order by user_id
      on conflict (user_id) do update set since = greatest(departure.since, excluded.since)
    )
    select id, realm_id as "realmId" from gone`.execute(db)
  return rows
}
