import { sql } from 'kysely'
import type { Channel } from '../../../directory/directory.ts'
import { bits } from '../../../events/flag-bits.ts'
import type { Tx } from '../../../events/transaction.ts'

const most = 1_000
const stillUnread = 20

/**
 * Puts what was last said into the history of somebody who comes new, so that they do not begin before an empty page. The
 * newest of it they are to read.
 */
export async function giveHistory(tx: Tx, userId: number, channels: readonly Channel[]): Promise<void> {
  const recipients = channels
    .filter((channel) => channel.historyPublicToSubscribers)
    .map((channel) => channel.recipientId)
  if (recipients.length === 0) return
  await sql`
    insert into message_flag (user_id, message_id, flags)
    select ${userId}, id, ${bits.historical}::integer
      | case when row_number() over (order by id desc) <= ${stillUnread} then ${bits.markedUnread}::integer else 0 end
    from (
      select newest.id from unnest(${recipients}::bigint[]) as place (recipient_id)
      cross join lateral (
        select m.id from message m where m.recipient_id = place.recipient_id order by m.id desc limit ${most}
      ) as newest
      order by newest.id desc limit ${most}
    ) as messages`.execute(tx.db)
}
