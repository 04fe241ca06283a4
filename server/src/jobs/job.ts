import { type RawBuilder, sql } from 'kysely'
import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'

/** Work that runs later or periodically, in whichever process takes it first. */
export interface Job<P = unknown> {
  name: string
  /**
   * May run more than once: a process may die before it marks the job as done. A stopping server waits for running
   * jobs, so long ones should end when `stopping` is aborted.
   */
  run(app: App, payload: P, stopping?: AbortSignal): Promise<void>
  /** A crontab pattern, for recurring jobs. */
  every?: string
}

export const job = <P>(declaration: Job<P>): Job<P> => declaration

export interface JobOptions {
  at?: Date
  /** If several jobs have the same key, only the last one runs. */
  key?: string
}

/**
 * Enqueues a job, in a transaction or on its own. A job enqueued in a transaction becomes visible with its commit.
 */
export async function enqueue<P extends object>(
  db: Db,
  job: Job<P>,
  payload: P,
  options: JobOptions = {},
): Promise<void> {
  await enqueueAll(db, job, [{ payload, ...options }])
}

/** An SQL expression that enqueues a job, for statements that build its payload. Its value is a row with an `id`. */
export const enqueueSql = ({ name }: Job<never>, payload: RawBuilder<unknown>, key: RawBuilder<unknown>) =>
  sql`graphile_worker.add_job(${name}::text, ${payload}, job_key => ${key})`

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
