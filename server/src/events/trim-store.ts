import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** How much of each organization's log is kept. */
export interface LogLimits {
  /** Beyond the longest time that a queue may sleep. */
  marginSeconds: number
  /** How long a queue may sleep that says nothing of it. */
  defaultIdleSeconds: number
  /** Queues that ask to sleep longer do not keep events longer than this. */
  maxAgeSeconds: number
  /** Beyond this many events, only those younger than an ordinary queue may sleep are kept. */
  maxEvents: number
}

/** The part of a log that may be deleted. */
export interface TrimmableLog {
  realmId: number
  /** The first event that is there. */
  firstSeq: number
  /** Events before this time go, whatever their number. */
  before: Date
  /** Events up to this position go if they were logged before `surplusBefore`. */
  surplusSeq: number
  surplusBefore: Date
}

/** Logs whose first event is older than need be. One index probe for each organization. */
export async function findTrimmableLogs(db: Db, limits: LogLimits): Promise<TrimmableLog[]> {
  const { marginSeconds, defaultIdleSeconds, maxAgeSeconds, maxEvents } = limits
  const { rows } = await sql<TrimmableLog>`
    with log as materialized (
      select l.realm_id, l.last_seq - ${maxEvents}::bigint as surplus_seq,
        now() - make_interval(secs => ${marginSeconds}
          + least(greatest(coalesce(q.idle_seconds, 0), ${defaultIdleSeconds}), ${maxAgeSeconds})) as before,
        now() - make_interval(secs => ${marginSeconds + defaultIdleSeconds}) as surplus_before
      from realm_log l left join (
        select realm_id, max(idle_seconds) as idle_seconds from event_queue group by realm_id
      ) as q using (realm_id)
    )
    select log.realm_id as "realmId", first.seq as "firstSeq", before, surplus_seq as "surplusSeq",
      surplus_before as "surplusBefore"
    from log cross join lateral (
      select seq, created_at from event where event.realm_id = log.realm_id order by seq limit 1
    ) as first
    where first.created_at < before or (first.seq <= surplus_seq and first.created_at < surplus_before)`.execute(
    db,
  )
  return rows
}

/**
 * Deletes events from the beginning of a log, at most `limit`. Always a whole prefix, so that what remains has no holes.
 * Returns the position up to which they are gone, or undefined if there was nothing to delete.
 */
export async function deleteEvents(
  db: Db,
  { realmId, before, surplusSeq, surplusBefore }: TrimmableLog,
  fromSeq: number,
  limit: number,
): Promise<number | undefined> {
  const bound = await sql<{ seq: number | null }>`
    select max(seq) as seq
    from (
      select seq, created_at from event where realm_id = ${realmId} and seq >= ${fromSeq} order by seq limit ${limit}
    ) as batch
    where created_at < ${before} or (seq <= ${surplusSeq} and created_at < ${surplusBefore})`.execute(db)
  const last = bound.rows[0]?.seq ?? undefined
  if (last === undefined) return undefined
  await sql`delete from event where realm_id = ${realmId} and seq between ${fromSeq} and ${last}`.execute(db)
  return last
}
