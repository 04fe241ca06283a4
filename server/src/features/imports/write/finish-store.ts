import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** First messages of channels, and direct conversations that have messages. */
export async function storeFirstMessages(db: Db, realmId: number): Promise<void> {
  await sql`
    update channel set first_message_id = first.id
    from (
      select r.channel_id, (select min(m.id) from message m where m.recipient_id = r.id) as id
      from recipient r where r.realm_id = ${realmId} and r.channel_id is not null
    ) as first
    where channel.id = first.channel_id`.execute(db)
  await sql`
    update recipient set begun = true
    where realm_id = ${realmId} and user_ids is not null
      and exists (select from message m where m.recipient_id = recipient.id)`.execute(db)
}

export async function markQuietChannels(db: Db, realmId: number, since: Date): Promise<void> {
  await sql`
    update channel set is_recently_active = false
    where realm_id = ${realmId} and created_at < ${since} and not exists (
      select from recipient r join message m on m.recipient_id = r.id
      where r.channel_id = channel.id and m.sent_at >= ${since})`.execute(db)
}

/**
 * Counts messages below the last ID that the daily count has seen, which it would never count. The lock keeps it from
 * running meanwhile.
 */
export async function countImportedTraffic(db: Db, realmId: number, from: Date, until: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      upto_message_id: number
    }>`select upto_message_id from traffic_counted for update`.execute(tx)
    const counted = rows[0]?.upto_message_id ?? 0
    await sql`
      delete from channel_traffic where channel_id in (select id from channel where realm_id = ${realmId})`.execute(
      tx,
    )
    await sql`
      insert into channel_traffic (channel_id, day, messages)
      select r.channel_id, (m.sent_at at time zone 'UTC')::date as day, count(*)
      from recipient r join message m on m.recipient_id = r.id
      where r.realm_id = ${realmId} and r.channel_id is not null and m.id <= ${counted}
        and m.sent_at >= ${from} and m.sent_at < ${until}
      group by r.channel_id, day`.execute(tx)
  })
}
