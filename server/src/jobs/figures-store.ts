import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { DatabaseFigures } from '../platform/metrics/figures.ts'

/** Jobs that are counted; a longer queue is reported as this long. */
const maxJobs = 50_000
const timeoutMs = 1_500

interface JobRow {
  job: string
  state: 'queued' | 'scheduled' | 'running' | 'failed'
  count: number
  oldest: number
}

interface CallRow {
  calls: number
  participants: number
}

interface LockRow {
  waits: number
  longest: number
}

/** Reads the figures of the metrics. The cost is bounded, however many jobs there are. */
export async function readFigures(db: Db): Promise<DatabaseFigures> {
  return await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(tx)
    const jobs = await sql<JobRow>`
      select job, state, count(*)::int as count, max(age)::float8 as oldest
      from (
        select task_identifier as job,
          case
            when locked_at is not null then 'running'
            when attempts >= max_attempts then 'failed'
            when run_at > now() then 'scheduled'
            else 'queued'
          end as state,
          extract(epoch from now() - run_at) as age
        from graphile_worker.jobs
        limit ${maxJobs}
      ) as counted
      group by job, state
      order by job, state
      limit 200`.execute(tx)
    const locks = await sql<LockRow>`
      select count(*)::int as waits,
        coalesce(max(extract(epoch from clock_timestamp() - state_change)), 0)::float8 as longest
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
    const [{ waits, longest } = { waits: 0, longest: 0 }] = locks.rows
    const calls = await sql<CallRow>`
      select count(distinct c.id)::int as calls, count(p.id)::int as participants
      from call c left join call_participant p on p.call_id = c.id and p.left_at is null
      where c.ended_at is null`.execute(tx)
    const [inCalls] = calls.rows
    const due = jobs.rows.filter(({ state }) => state === 'queued')
    return {
      jobs: jobs.rows,
      oldestJobSeconds: Math.max(0, ...due.map(({ oldest }) => oldest)),
      lockWaits: waits,
      longestLockWaitSeconds: longest,
      calls: inCalls?.calls ?? 0,
      callParticipants: inCalls?.participants ?? 0,
    }
  })
}
