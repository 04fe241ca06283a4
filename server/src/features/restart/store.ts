import type { Db } from '../../db/database.ts'

/** The organizations somebody listens to. */
export async function realmsWithQueues(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('event_queue').select('realm_id').distinct().execute()
  return rows.map((row) => row.realm_id)
}
