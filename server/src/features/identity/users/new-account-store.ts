import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** Whether a user has sent that many messages. Reads no more of them. */
export async function hasSent(db: Db, userId: number, count: number): Promise<boolean> {
  const { rows } = await sql`
    select from message where sender_id = ${userId} order by id offset ${count - 1} limit 1`.execute(db)
  return rows.length > 0
}

/** Times of the user's messages since then, newest first, at most `limit`. */
export async function sendTimes(db: Db, userId: number, since: Date, limit: number): Promise<Date[]> {
  const { rows } = await sql<{ sent_at: Date }>`
    select sent_at from (
      select sent_at from message where sender_id = ${userId} order by id desc limit ${limit}
    ) as newest where sent_at > ${since} order by sent_at desc`.execute(db)
  return rows.map((row) => row.sent_at)
}

/** Messages of a new account that are looked at. It sends no more in a day. */
const maxMessages = 2_000

/** The number of direct conversations whose first message the user sent since then, and whether this one has begun. */
export async function countConversationsBegun(
  db: Db,
  userId: number,
  since: Date,
  recipientId: number,
): Promise<{ count: number; hasBegun: boolean }> {
  const { rows } = await sql<{ count: number; hasBegun: boolean }>`
    with own as (
      select distinct recipient_id from (
        select recipient_id, is_channel, sent_at from message where sender_id = ${userId} order by id desc limit ${maxMessages}
      ) as newest where not is_channel and sent_at > ${since}
    )
    select exists (select from message where recipient_id = ${recipientId}) as "hasBegun", (
      select count(*) from own where ${userId} = (
        select sender_id from message m where m.recipient_id = own.recipient_id order by id limit 1)
    )::int as count`.execute(db)
  return rows[0] ?? { count: 0, hasBegun: false }
}

/** Channels that the user created in the last day. */
export async function countChannelsCreated(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from channel
    where creator_id = ${userId} and created_at > now() - interval '1 day'`.execute(db)
  return rows[0]?.count ?? 0
}
