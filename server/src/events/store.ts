import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { Touches } from '../directory/touches.ts'
import type { Sealer } from '../platform/sealer.ts'
import type { Audience } from './audience.ts'
import { type LogBody, LoggedEvent } from './logged-event.ts'

export interface NewEvent {
  body: LogBody
  audience: Audience
  touches: Touches | null
}

/** Events that contain secrets: bot keys, export links, response URLs, and IP addresses in signals. Their payloads are sealed. */
export const sealedEventTypes: ReadonlySet<string> = new Set<LogBody['type']>([
  'realm_bot',
  'realm_export',
  'interaction',
  'call_signal',
])

/**
 * Appends events and allocates their positions. Locks the end of the log until the transaction ends, so it should be
 * the last statement. Returns the first position.
 */
export async function appendEvents(
  db: Db,
  sealer: Sealer,
  realmId: number,
  events: readonly NewEvent[],
): Promise<number> {
  const types = events.map((event) => event.body.type)
  const payloads = events.map(({ body }) => {
    const json = JSON.stringify(body)
    return sealedEventTypes.has(body.type) ? sealer.sealJson('event', json) : json
  })
  const audiences = events.map((event) => JSON.stringify(event.audience))
  const touches = events.map((event) => (event.touches === null ? null : JSON.stringify(event.touches)))
  const { rows } = await sql<{ seq: number }>`
    with log as (
      update realm_log set last_seq = last_seq + ${events.length} where realm_id = ${realmId}
      returning last_seq - ${events.length} as base
    )
    insert into event (realm_id, seq, type, payload, audience, touches)
    select ${realmId}, log.base + e.n, e.type, e.payload, e.audience, e.touches
    from log, unnest(${types}::text[], ${payloads}::text[], ${audiences}::text[], ${touches}::text[])
      with ordinality as e (type, payload, audience, touches, n)
    returning seq`.execute(db)
  return Math.min(...rows.map((row) => row.seq))
}

/** Locks the end of the log until the transaction ends. Returns its position. */
export async function lockLog(db: Db, realmId: number): Promise<number> {
  const row = await db
    .selectFrom('realm_log')
    .select('last_seq')
    .where('realm_id', '=', realmId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.last_seq
}

export const positionQuery = (db: Db, realmId: number) =>
  db.selectFrom('realm_log').select('last_seq').where('realm_id', '=', realmId)

export async function lastPosition(db: Db, realmId: number): Promise<number> {
  return (await positionQuery(db, realmId).executeTakeFirstOrThrow()).last_seq
}

export async function lastPositions(db: Db, realmIds: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('realm_log')
    .selectAll()
    .where(sql<boolean>`realm_id = any(${realmIds}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.realm_id, row.last_seq]))
}

/**
 * The log's end, and the events after a position as far as the limit allows, without those at known positions: of one moment, in one
 * statement.
 */
export async function readEnd(
  db: Db,
  sealer: Sealer,
  realmId: number,
  { after, known, limit }: { after: number; known: readonly number[]; limit: number },
): Promise<{ end: number; events: LoggedEvent[] }> {
  const { rows } = await prepared(sql<{ last_seq: number } & (EventRow | { seq: null })>`
    select last_seq, seq, type, payload, audience, touches
    from realm_log
    left join lateral (
      select * from event
      where event.realm_id = realm_log.realm_id and seq > ${after}::bigint and seq <> all(${known}::bigint[])
      order by seq
      limit ${limit}::bigint
    ) as later on true
    where realm_log.realm_id = ${realmId}::bigint
    order by seq`).execute(db)
  const [first] = rows
  if (first === undefined) throw new Error(`Organization ${realmId} has no log.`)
  const events = rows.flatMap((row) => (row.seq === null ? [] : [eventOf(sealer, row)]))
  return { end: first.last_seq, events }
}

/** Events after a position, in order. */
export async function readEvents(
  db: Db,
  sealer: Sealer,
  realmId: number,
  after: number,
  limit: number,
): Promise<LoggedEvent[]> {
  const rows = await db
    .selectFrom('event')
    .select(['seq', 'type', 'payload', 'audience', 'touches'])
    .where('realm_id', '=', realmId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map((row) => eventOf(sealer, row))
}

interface EventRow {
  seq: number
  type: string
  payload: string
  audience: string
  touches: string | null
}

function eventOf(sealer: Sealer, { seq, type, payload, audience, touches }: EventRow): LoggedEvent {
  const stored: unknown = JSON.parse(payload)
  const body = (sealedEventTypes.has(type) ? sealer.openJson('event', stored) : stored) as LogBody
  return new LoggedEvent(seq, body, JSON.parse(audience), touches === null ? null : JSON.parse(touches))
}
