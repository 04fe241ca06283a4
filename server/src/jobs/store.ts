import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Job, JobOptions } from './job.ts'

/** Enqueues work, as part of a transaction or by itself. It is durable when the transaction is. */
export async function enqueue<P extends object>(
  db: Db,
  job: Job<P>,
  payload: P,
  options: JobOptions = {},
): Promise<void> {
  await enqueueAll(db, job, [{ payload, ...options }])
}

/** An expression that enqueues work, for statements that make its payload. Its value is a row with an `id`. */
export const enqueueSql = (
  { name }: Pick<Job, 'name'>,
  payload: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
) => sql`graphile_worker.add_job(${name}::text, ${payload}, job_key => ${key})`

/** Enqueues any number of jobs with one statement. */
export async function enqueueAll<P extends object>(
  db: Db,
  { name }: Job<P>,
  jobs: readonly (JobOptions & { payload: P })[],
): Promise<void> {
  if (jobs.length === 0) return
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(${name}, payload, null, run_at, null, key, null, null)::graphile_worker.job_spec
      from unnest(
        ${jobs.map(({ payload }) => JSON.stringify(payload))}::json[],
        ${jobs.map(({ at }) => at ?? null)}::timestamptz[],
        ${jobs.map(({ key }) => key ?? null)}::text[]
      ) as job (payload, run_at, key)))`.execute(db)
}

/** Removes pending jobs by their keys. */
export async function cancel(db: Db, ...keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`select graphile_worker.remove_job(key) from unnest(${keys}::text[]) as key`.execute(db)
}
