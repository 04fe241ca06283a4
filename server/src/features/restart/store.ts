import type { Db } from '../../db/database.ts'

/** The organizations somebody listens to. */
export async function realmsWithQueues(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('event_queue')
    .innerJoin('realm', 'realm.id', 'event_queue.realm_id')
    .select('realm_id')
    .distinct()
    .where('realm.deactivated', '=', false)
    .execute()
  return rows.map((row) => row.realm_id)
}
