import type { VisibilityPolicy } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { bits } from '../../../events/flag-bits.ts'
import type { Way } from './rules.ts'

/** What of a message tells whom it concerns; its text does not. */
export interface Said {
  id: number
  senderId: number
  recipientId: number
  channelId: number | null
  /** The people of a direct conversation. */
  userIds: number[] | null
  topic: string
  channelWildcard: boolean
  sentAt: Date
}

const columns = sql`m.id, m.sender_id as "senderId", m.recipient_id as "recipientId", r.channel_id as "channelId",
  r.user_ids as "userIds", m.topic, m.channel_wildcard as "channelWildcard", m.sent_at as "sentAt"`

export async function messagesById(db: Db, realmId: number, ids: readonly number[]): Promise<Said[]> {
  const { rows } = await sql<Said>`
    select ${columns} from message m join recipient r on r.id = m.recipient_id
    where m.realm_id = ${realmId} and m.id = any(${ids}::bigint[]) order by m.id`.execute(db)
  return rows
}

/**
 * Messages after a position of the log, those that were deleted since left out; and the position that this reaches. IDs rise
 * with positions, so all but the first and the last event need not be opened.
 */
export async function messagesAfter(
  db: Db,
  realmId: number,
  after: number,
  upto: number,
  limit: number,
): Promise<{ messages: Said[]; reached: number }> {
  const { rows } = await sql<{ first: number | null; last: number; count: number }>`
    select min(seq) as first, max(seq) as last, count(*)::int as count from (
      select seq from event
      where realm_id = ${realmId} and seq > ${after} and seq <= ${upto} and type = 'message'
      order by seq limit ${limit}
    ) as found`.execute(db)
  const { first = null, last = 0, count = 0 } = rows[0] ?? {}
  const reached = count < limit ? upto : last
  if (first === null) return { messages: [], reached }
  const { rows: messages } = await sql<Said>`
    with ends as (
      select min(id) as first, max(id) as last from (
        select (payload::json #>> '{message,id}')::bigint as id from event
        where realm_id = ${realmId} and seq in (${first}, ${last})
      ) as found
    )
    select ${columns} from message m join recipient r on r.id = m.recipient_id
    where m.realm_id = ${realmId} and m.id >= (select first from ends) and m.id <= (select last from ends)
    order by m.id`.execute(db)
  return { messages, reached }
}

export interface Mention {
  messageId: number
  userId: number
  flags: number
}

/** Who is mentioned by name, through a group, or as one of a topic. */
export async function mentionsIn(db: Db, ids: readonly number[]): Promise<Mention[]> {
  const mask = bits.mentioned | bits.topic_wildcard_mentioned
  const { rows } = await sql<Mention>`
    select message_id as "messageId", user_id as "userId", flags & ${mask}::integer as flags from message_flag
    where message_id = any(${ids}::bigint[]) and flags & ${mask}::integer <> 0`.execute(db)
  return rows
}

export interface TopicChoice {
  userId: number
  recipientId: number
  topic: string
  policy: VisibilityPolicy
  since: Date
}

/** What anybody made of these topics, spelled as they are asked for. */
export async function policiesIn(
  db: Db,
  topics: readonly { recipientId: number; topic: string }[],
): Promise<TopicChoice[]> {
  const { rows } = await sql<TopicChoice>`
    select t.user_id as "userId", t.recipient_id as "recipientId", asked.topic, t.policy,
      t.updated_at as since
    from unnest(${topics.map((one) => one.recipientId)}::bigint[], ${topics.map((one) => one.topic)}::text[])
      as asked (recipient_id, topic)
    join user_topic t on t.recipient_id = asked.recipient_id and lower(t.topic) = lower(asked.topic)`.execute(
    db,
  )
  return rows
}

export interface ChannelChoice {
  userId: number
  channelId: number
  own: boolean | null
  wildcards: boolean | null
}

/** Subscribers who decided for a channel otherwise than for all of them. */
export async function choicesIn(db: Db, channelIds: readonly number[], way: Way): Promise<ChannelChoice[]> {
  const own = sql.ref(way === 'mail' ? 'email_notifications' : 'push_notifications')
  const { rows } = await sql<ChannelChoice>`
    select user_id as "userId", channel_id as "channelId", ${own} as own,
      wildcard_mentions_notify as wildcards
    from subscription
    where channel_id = any(${channelIds}::bigint[]) and active
      and (${own} is not null or wildcard_mentions_notify is not null)`.execute(db)
  return rows
}
