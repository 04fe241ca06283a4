import { sql } from 'kysely'
import type { Channel } from '../../../directory/directory.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import type { Tx } from '../../../events/transaction.ts'

const maxHistoryMessages = 1_000
const unreadMessages = 20

/**
 * Adds the newest messages to a new account's history, so that it does not start empty. The newest of these
 * are unread.
 */
export async function giveHistory(tx: Tx, userId: number, channels: readonly Channel[]): Promise<void> {
  const recipients = channels
    .filter((channel) => channel.historyPublicToSubscribers)
    .map((channel) => channel.recipientId)
  if (recipients.length === 0) return
  await sql`
    insert into message_flag (user_id, message_id, flags)
    select ${userId}, id, ${flagBits.historical}::integer
      | case when row_number() over (order by id desc) <= ${unreadMessages} then ${flagBits.markedUnread}::integer else 0 end
    from (
      select newest.id from unnest(${recipients}::bigint[]) as place (recipient_id)
      cross join lateral (
        select m.id from message m where m.recipient_id = place.recipient_id order by m.id desc limit ${maxHistoryMessages}
      ) as newest
      order by newest.id desc limit ${maxHistoryMessages}
    ) as messages`.execute(tx.db)
}
