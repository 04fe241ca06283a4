import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export interface StoredJob {
  id: number
  payload: unknown
}

/** Jobs of a name that wait or have failed, after an ID. */
export async function storedJobs(db: Db, name: string, after: number, limit: number): Promise<StoredJob[]> {
  const { rows } = await sql<StoredJob>`
    select id, payload from graphile_worker._private_jobs
    where task_id = (select id from graphile_worker._private_tasks where identifier = ${name})
      and locked_at is null and id > ${after}
    order by id limit ${limit}`.execute(db)
  return rows
}

export async function removeJobs(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select count(*) from graphile_worker.complete_jobs(${ids}::bigint[])`.execute(db)
}
