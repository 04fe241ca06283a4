import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Channel } from '../../../directory/directory.ts'
import { bits } from '../../../events/flag-bits.ts'

/** The messages of a topic, as a condition on m. */
export const inTopic = (channel: Channel, topic: string) =>
  sql<boolean>`m.recipient_id = ${channel.recipientId} and m.is_channel and lower(m.topic) = lower(${topic})`

/** Whether somebody who may read the channel sees m: with a protected history, if it is in their own. */
export const visibleTo = (channel: Channel, userId: number) =>
  channel.historyPublicToSubscribers
    ? sql<boolean>`true`
    : sql<boolean>`(
        exists (select from subscription s
          where s.user_id = ${userId} and s.channel_id = ${channel.id} and s.received @> m.id)
        or exists (select from message_flag f
          where f.user_id = ${userId} and f.message_id = m.id
            and f.flags & ${bits.historical | bits.delivered}::integer <> 0))`

/** Whether the topic has a message that the person sees. */
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

/** Of each topic the oldest message that the person sees, in the order given. */
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

/** Everyone who sent something in the topic or reacted to something in it. */
export async function participantsOfTopic(db: Db, channel: Channel, topic: string): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select m.sender_id as id from message m where ${inTopic(channel, topic)}
    union
    select r.user_id from message m join reaction r on r.message_id = m.id where ${inTopic(channel, topic)}`.execute(
    db,
  )
  return new Set(rows.map((row) => row.id))
}
