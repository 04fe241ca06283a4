import { type RawBuilder, sql } from 'kysely'
import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'

/** Work that is done later, or from time to time, by whichever process comes first. */
export interface Job<P = unknown> {
  name: string
  /**
   * What may happen more than once: a process may die before it has told that the work is done. A server that stops waits
   * for it, so work that takes long ends when `stopping` says so.
   */
  run(app: App, payload: P, stopping?: AbortSignal): Promise<void>
  /** A crontab pattern, for work that recurs. */
  every?: string
}

export const job = <P>(declaration: Job<P>): Job<P> => declaration

export interface JobOptions {
  at?: Date
  /** Of several jobs with one key only the last is done. */
  key?: string
}

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
