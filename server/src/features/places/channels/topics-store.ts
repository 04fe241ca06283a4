import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Channel } from '../../../directory/directory.ts'
import { flagBits } from '../../../events/flag-bits.ts'

export interface TopicRow {
  name: string
  max_id: number
}

/**
 * The topics of a channel, newest first, each spelled as in its newest message. Steps from topic to topic
 * through the index `message_topic`, so the cost depends on the number of topics, not of messages.
 *
 * Readers without access to the history get topics of messages in their own history; the bounds avoid scanning
 * messages before and after those.
 */
export async function topicsOf(
  db: Db,
  channel: Channel,
  userId: number,
  sharedHistory: boolean,
): Promise<TopicRow[]> {
  const visible = sharedHistory ? sql`select '{(,)}'::int8multirange as ids` : ownHistory(channel, userId)
  const { rows } = await sql<TopicRow>`
    with recursive topic (key) as (
      (
        select lower(topic) from message where recipient_id = ${channel.recipientId} and is_channel
        order by lower(topic) limit 1
      )
      union all
      (
        select next.key from topic cross join lateral (
          select lower(m.topic) as key from message m
          where m.recipient_id = ${channel.recipientId} and m.is_channel and lower(m.topic) > topic.key
          order by lower(m.topic) limit 1
        ) as next
      )
    )
    select newest.name, newest.max_id
    from (${visible}) as visible cross join topic cross join lateral (
      select m.topic as name, m.id as max_id from message m
      where m.recipient_id = ${channel.recipientId} and m.is_channel and lower(m.topic) = topic.key
        and m.id >= coalesce(lower(visible.ids), 0) and m.id < coalesce(upper(visible.ids), ${maxBigint}::bigint)
        and visible.ids @> m.id
      order by m.id desc limit 1
    ) as newest
    order by newest.max_id desc`.execute(db)
  return rows
}

/** Messages that the user received, or added later by a star or a reaction. */
const ownHistory = (channel: Channel, userId: number) => sql`
  select coalesce((
    select received from subscription where user_id = ${userId} and channel_id = ${channel.id}
  ), '{}'::int8multirange) + coalesce((
    select range_agg(int8range(f.message_id, f.message_id + 1)) from message_flag f
    join message m on m.id = f.message_id and m.recipient_id = ${channel.recipientId} and m.is_channel
    where f.user_id = ${userId} and f.flags & ${sql.lit(addedBits)} <> 0
  ), '{}'::int8multirange) as ids`

/** A literal in the statement, as in the index `message_flag_added`. */
const addedBits = flagBits.historical | flagBits.delivered

/** The maximum bigint, above every ID. */
const maxBigint = '9223372036854775807'
