import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { flagBits } from '../../../events/flag-bits.ts'

const addedBits = sql`${flagBits.historical | flagBits.delivered}::integer`
const unreadBit = sql`${flagBits.markedUnread}::integer`

/**
 * Users who have the message in their history as read: received and covered by a read range, or added by a
 * flag; in both cases not marked unread.
 */
export async function usersWhoRead(db: Db, messageId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with named as (
      select m.id, m.recipient_id, r.channel_id, r.user_ids
      from message m join recipient r on r.id = m.recipient_id where m.id = ${messageId}
    ), receiver as (
      select s.user_id from named m join subscription s on s.channel_id = m.channel_id where s.received @> m.id
      union all
      select unnest(m.user_ids) from named m
    )
    select receiver.user_id as id
    from named m cross join receiver
    join read_state rs on rs.user_id = receiver.user_id and rs.recipient_id = m.recipient_id
    where rs.read @> m.id and not exists (
      select from message_flag f
      where f.message_id = m.id and f.user_id = receiver.user_id and f.flags & ${unreadBit} <> 0)
    union
    select f.user_id
    from message_flag f
    where f.message_id = ${messageId} and f.flags & ${addedBits} <> 0 and f.flags & ${unreadBit} = 0
      and not exists (select from receiver where receiver.user_id = f.user_id)
    order by id`.execute(db)
  return rows.map((row) => row.id)
}
