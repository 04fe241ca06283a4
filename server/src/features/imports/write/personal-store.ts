import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** The topic that a thread became; undefined if it has no replies. */
export async function topicOfThread(db: Db, channelId: number, thread: string): Promise<string | undefined> {
  const { rows } = await sql<{ topic: string }>`
    select topic from import_thread where channel_id = ${channelId} and thread = ${thread}`.execute(db)
  return rows[0]?.topic
}

export async function storePresenceCounter(db: Db, realmId: number, lastUpdateId: number): Promise<void> {
  await sql`
    insert into presence_counter (realm_id, last_update_id) values (${realmId}, ${lastUpdateId})
    on conflict (realm_id) do update set last_update_id = excluded.last_update_id`.execute(db)
}
