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
  { name }: Job<P>,
  payload: P,
  { at, key }: JobOptions = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
      run_at => ${at ?? null}::timestamptz, job_key => ${key ?? null}::text)`.execute(db)
}

/** An expression that enqueues work, for statements that make its payload. Its value is a row with an `id`. */
export const enqueueSql = ({ name }: Job<never>, payload: RawBuilder<unknown>, key: RawBuilder<unknown>) =>
  sql`graphile_worker.add_job(${name}::text, ${payload}, job_key => ${key})`

/** Takes back work that was ordered under a key. */
export async function cancel(db: Db, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(db)
}
