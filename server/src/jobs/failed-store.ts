import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Job } from './job.ts'

/** Jobs that have failed at least once since they were enqueued or retried, and do not run right now. */
const hasFailed = sql`attempts > 0 and last_error is not null and locked_at is null`

export interface FailedJob {
  id: number
  payload: unknown
  error: string
  failedAt: Date
  /** The next attempt; null if there is none. */
  retryAt: Date | null
}

/** Stores a job as failed for good, so that it can be retried later. */
export async function storeFailed(
  db: Db,
  { name }: Job<never>,
  payload: object,
  error: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from graphile_worker.add_job(${name}::text, ${JSON.stringify(payload)}::json)`.execute(tx)
    await sql`
      select count(*) from graphile_worker.permanently_fail_jobs(
        ${rows.map(({ id }) => id)}::bigint[], ${error}::text)`.execute(tx)
  })
}

/** The last jobs that failed, newest first, and the number of all, up to a maximum. */
export async function failedJobs(
  db: Db,
  { name }: Job<never>,
  limits: { listed: number; counted: number },
): Promise<{ jobs: FailedJob[]; count: number }> {
  const { rows } = await sql<FailedJob>`
    select id, payload, last_error as error, updated_at as "failedAt",
      case when attempts < max_attempts then run_at end as "retryAt"
    from graphile_worker._private_jobs
    where task_id = (select id from graphile_worker._private_tasks where identifier = ${name}) and ${hasFailed}
    order by updated_at desc, id desc limit ${limits.listed}`.execute(db)
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from graphile_worker.jobs where task_identifier = ${name} and ${hasFailed} limit ${limits.counted}
    ) as failed`.execute(db)
  return { jobs: rows, count: counted.rows[0]?.count ?? 0 }
}

/** Runs failed jobs again, with all attempts. Returns their number. */
export async function retryFailedJobs(
  db: Db,
  { name }: Job<never>,
  ids: readonly number[] | undefined,
  max: number,
): Promise<number> {
  const chosen = ids === undefined ? sql`true` : sql`id = any(${ids}::bigint[])`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier = ${name} and ${hasFailed} and ${chosen} limit ${max}
    ), run_at => now(), attempts => 0)`.execute(db)
  return rows[0]?.count ?? 0
}

/** Deletes jobs that failed for good before a time. */
export async function deleteFailedJobs(db: Db, { name }: Job<never>, before: Date): Promise<void> {
  await sql`
    select count(*) from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier = ${name} and ${hasFailed} and attempts >= max_attempts and updated_at < ${before}))`.execute(
    db,
  )
}
