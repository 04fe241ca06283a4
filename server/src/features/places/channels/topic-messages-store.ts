import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Channel } from '../../../directory/directory.ts'
import { flagBits } from '../../../events/flag-bits.ts'

/** SQL condition on m: belongs to the topic. */
export const inTopic = (channel: Channel, topic: string) =>
  sql<boolean>`m.recipient_id = ${channel.recipientId} and m.is_channel and lower(m.topic) = lower(${topic})`

/**
 * SQL condition on m: visible to a user who may read the channel. With protected history, only messages in
 * the user's own history are.
 */
export const visibleTo = (channel: Channel, userId: number) =>
  channel.historyPublicToSubscribers
    ? sql<boolean>`true`
    : sql<boolean>`(
        exists (select from subscription s
          where s.user_id = ${userId} and s.channel_id = ${channel.id} and s.received @> m.id)
        or exists (select from message_flag f
          where f.user_id = ${userId} and f.message_id = m.id
            and f.flags & ${flagBits.historical | flagBits.delivered}::integer <> 0))`

/** Whether the topic has a message that the user can see. */
export async function hasVisibleMessage(
  db: Db,
  channel: Channel,
  topic: string,
  userId: number,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from message m where ${inTopic(channel, topic)} and ${visibleTo(channel, userId)}
    ) as found`.execute(db)
  return rows[0]?.found === true
}

/** The oldest message visible to the user in each topic, in the given order. */
export async function oldestVisible(
  db: Db,
  topics: readonly { channel: Channel; topic: string }[],
  userId: number,
): Promise<(number | null)[]> {
  const each = topics.map(
    ({ channel, topic }, n) => sql`
      select ${n}::integer as n, (
        select m.id from message m where ${inTopic(channel, topic)} and ${visibleTo(channel, userId)}
        order by m.id limit 1
      ) as id`,
  )
  const { rows } = await sql<{ id: number | null }>`
    ${sql.join(each, sql` union all `)} order by n`.execute(db)
  return rows.map((row) => row.id)
}

/** Users who sent a message in the topic or reacted to one. */
export async function participantsOfTopic(db: Db, channel: Channel, topic: string): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select m.sender_id as id from message m where ${inTopic(channel, topic)}
    union
    select r.user_id from message m join reaction r on r.message_id = m.id where ${inTopic(channel, topic)}`.execute(
    db,
  )
  return new Set(rows.map((row) => row.id))
}
