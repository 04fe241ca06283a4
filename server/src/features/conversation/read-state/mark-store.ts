import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import type { Tx } from '../../../events/transaction.ts'

/**
 * Marks all messages a user received as read, everywhere or in one conversation. Each conversation with
 * unread messages gets one range up to its newest unread message. The transaction must hold the log lock, so
 * that none arrives.
 */
export async function markReadUpToNow(tx: Tx, userId: number, recipientId?: number): Promise<void> {
  const here = recipientId === undefined ? sql`true` : sql`recipient_id = ${recipientId}`
  await sql`
    with place as (
      select recipient_id, received from subscription where user_id = ${userId} and ${here}
      union all
      select recipient_id, '{[0,)}'::int8multirange from recipient_member where user_id = ${userId} and ${here}
    ), newest as (
      select place.recipient_id, max(m.id) as id from place
      left join read_state rs on rs.user_id = ${userId} and rs.recipient_id = place.recipient_id
      cross join lateral unnest(place.received - coalesce(rs.read, '{}')) as gap
      cross join lateral (
        select id from message
        where recipient_id = place.recipient_id and sender_id <> ${userId}
          and id >= lower(gap) and id < coalesce(upper(gap), 9223372036854775807)
        order by id desc limit 1
      ) as m
      group by place.recipient_id
    )
    insert into read_state (user_id, recipient_id, read)
    select ${userId}, recipient_id, int8multirange(int8range(0, id + 1)) from newest
    on conflict (user_id, recipient_id) do update set read = read_state.read + excluded.read`.execute(tx.db)
  await sql`
    update message_flag f set flags = flags & ~${flagBits.markedUnread}::integer
    from message m
    where f.user_id = ${userId} and f.flags & 1024 <> 0 and m.id = f.message_id and ${here}`.execute(tx.db)
}

/** Whether a topic has a message in the user's own history. */
export async function hasOwnMessage(
  db: Db,
  userId: number,
  recipientId: number,
  topic: string,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from message m
      left join subscription s on s.user_id = ${userId} and s.recipient_id = m.recipient_id
      left join message_flag f on f.user_id = ${userId} and f.message_id = m.id
      where m.recipient_id = ${recipientId} and m.is_channel and lower(m.topic) = lower(${topic})
        and (coalesce(s.received @> m.id, false)
          or coalesce(f.flags, 0) & ${flagBits.historical | flagBits.delivered}::integer <> 0)
    ) as found`.execute(db)
  return rows[0]?.found === true
}
