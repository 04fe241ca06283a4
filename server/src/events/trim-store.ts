import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Limits on the retained part of each organization's log. */
export interface LogLimits {
  /** Added to the longest idle time of a queue. */
  marginSeconds: number
  /** Idle time of queues that request none. */
  defaultIdleSeconds: number
  /** Queues with a longer idle time do not keep events beyond this age. */
  maxAgeSeconds: number
  /** Beyond this many events, only those within the default idle time are kept. */
  maxEvents: number
}

/** The part of a log that can be deleted. */
export interface TrimmableLog {
  realmId: number
  /** The first existing event. */
  firstSeq: number
  /** Events before this time are deleted, regardless of their number. */
  before: Date
  /** Events up to this position are deleted if logged before `surplusBefore`. */
  surplusSeq: number
  surplusBefore: Date
}

/** Logs whose first event is older than necessary. One index probe per organization. */
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
 * Deletes at most `limit` events from the beginning of a log. Always a prefix, so the rest has no holes. Returns the
 * last deleted position, or undefined if there was nothing to delete.
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
