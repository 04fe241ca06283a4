import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { NewEvent } from '../../../events/store.ts'

/** Logs locked per statement. */
const batchSize = 500

/** Appends the same events to the log of every organization that has queues. Returns the organizations. */
export async function appendToLogsWithQueues(db: Db, events: readonly NewEvent[]): Promise<number[]> {
  const ids = await realmsWithQueues(db)
  for (let n = 0; n < ids.length; n += batchSize) await appendToLogs(db, ids.slice(n, n + batchSize), events)
  return ids
}

async function realmsWithQueues(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('event_queue')
    .innerJoin('realm', 'realm.id', 'event_queue.realm_id')
    .select('realm_id')
    .distinct()
    .where('realm.deactivated', '=', false)
    .orderBy('realm_id')
    .execute()
  return rows.map((row) => row.realm_id)
}

/** Locks in ascending order, so that two servers that start together cannot deadlock. */
async function appendToLogs(db: Db, realmIds: readonly number[], events: readonly NewEvent[]): Promise<void> {
  const types = events.map(({ body }) => body.type)
  const payloads = events.map(({ body }) => JSON.stringify(body))
  const audiences = events.map(({ audience }) => JSON.stringify(audience))
  await sql`
    with locked as materialized (
      select realm_id from realm_log where realm_id = any(${realmIds}::bigint[]) order by realm_id for update
    ), log as (
      update realm_log set last_seq = last_seq + ${events.length}::bigint
      from locked where realm_log.realm_id = locked.realm_id
      returning realm_log.realm_id, last_seq - ${events.length}::bigint as base
    )
    insert into event (realm_id, seq, type, payload, audience)
    select log.realm_id, log.base + e.n, e.type, e.payload, e.audience
    from log, unnest(${types}::text[], ${payloads}::text[], ${audiences}::text[])
      with ordinality as e (type, payload, audience, n)`.execute(db)
}
