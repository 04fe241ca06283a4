import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** Counts messages sent in the period that are not counted yet, and deletes older counts. */
export async function countTraffic(db: Db, from: Date, until: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // The row lock prevents two processes from counting the same messages.
    const counted = await transaction
      .selectFrom('traffic_counted')
      .select('upto_message_id')
      .forUpdate()
      .executeTakeFirstOrThrow()
    // IDs increase with time, so this reads only newer messages.
    const last = await transaction
      .selectFrom('message')
      .select('id')
      .where('sent_at', '<', until)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    await sql`delete from channel_traffic where day < (${from}::timestamptz at time zone 'UTC')::date`.execute(
      transaction,
    )
    if (last === undefined || last.id <= counted.upto_message_id) return
    await sql`
      insert into channel_traffic (channel_id, day, messages)
      select r.channel_id, (m.sent_at at time zone 'UTC')::date as day, count(*)
      from message m join recipient r on r.id = m.recipient_id
      where m.id > ${counted.upto_message_id} and m.id <= ${last.id} and m.is_channel and m.sent_at >= ${from}
      group by r.channel_id, day
      on conflict (channel_id, day) do update set messages = channel_traffic.messages + excluded.messages`.execute(
      transaction,
    )
    await transaction.updateTable('traffic_counted').set({ upto_message_id: last.id }).execute()
  })
}

/** Organizations with at least one count. */
export async function realmsWithTraffic(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('channel_traffic')
    .innerJoin('channel', 'channel.id', 'channel_traffic.channel_id')
    .select('realm_id')
    .distinct()
    .execute()
  return rows.map((row) => row.realm_id)
}
