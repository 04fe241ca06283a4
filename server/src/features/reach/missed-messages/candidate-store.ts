import type { VisibilityPolicy } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import type { NotificationChannel } from './rules.ts'

/** Message data that decides who is notified. Excludes the content. */
export interface MessageFacts {
  id: number
  senderId: number
  recipientId: number
  channelId: number | null
  /** Participants of a direct conversation. */
  userIds: number[] | null
  topic: string
  channelWildcard: boolean
  sentAt: Date
}

const columns = sql`m.id, m.sender_id as "senderId", m.recipient_id as "recipientId", r.channel_id as "channelId",
  r.user_ids as "userIds", m.topic, m.channel_wildcard as "channelWildcard", m.sent_at as "sentAt"`

export async function messagesById(db: Db, realmId: number, ids: readonly number[]): Promise<MessageFacts[]> {
  const { rows } = await sql<MessageFacts>`
    select ${columns} from message m join recipient r on r.id = m.recipient_id
    where m.realm_id = ${realmId} and m.id = any(${ids}::bigint[]) order by m.id`.execute(db)
  return rows
}

/** Messages sent after a log position, without deleted ones and those of imports, and the position reached. */
export async function messagesAfter(
  db: Db,
  realmId: number,
  after: number,
  upto: number,
  limit: number,
): Promise<{ messages: MessageFacts[]; reached: number }> {
  const { rows } = await sql<{ ids: number[] | null; last: number }>`
    select array_agg((payload::json #>> '{message,id}')::bigint) as ids, max(seq) as last from (
      select seq, payload from event
      where realm_id = ${realmId} and seq > ${after} and seq <= ${upto} and type = 'message'
      order by seq limit ${limit}
    ) as found`.execute(db)
  const { ids = null, last = upto } = rows[0] ?? {}
  if (ids === null) return { messages: [], reached: upto }
  return { messages: await messagesById(db, realmId, ids), reached: ids.length < limit ? upto : last }
}

export interface Mention {
  messageId: number
  userId: number
  flags: number
}

/** Users mentioned by name, through a group, or by a topic wildcard. */
export async function mentionsIn(db: Db, ids: readonly number[]): Promise<Mention[]> {
  const mask = flagBits.mentioned | flagBits.topic_wildcard_mentioned
  const { rows } = await sql<Mention>`
    select message_id as "messageId", user_id as "userId", flags & ${mask}::integer as flags from message_flag
    where message_id = any(${ids}::bigint[]) and flags & ${mask}::integer <> 0`.execute(db)
  return rows
}

export interface TopicSetting {
  userId: number
  recipientId: number
  topic: string
  policy: VisibilityPolicy
  since: Date
}

/** Users' policies for these topics, keyed by the given spelling. */
export async function policiesIn(
  db: Db,
  topics: readonly { recipientId: number; topic: string }[],
): Promise<TopicSetting[]> {
  const { rows } = await sql<TopicSetting>`
    select t.user_id as "userId", t.recipient_id as "recipientId", asked.topic, t.policy,
      t.updated_at as since
    from unnest(${topics.map((one) => one.recipientId)}::bigint[], ${topics.map((one) => one.topic)}::text[])
      as asked (recipient_id, topic)
    join user_topic t on t.recipient_id = asked.recipient_id and lower(t.topic) = lower(asked.topic)`.execute(
    db,
  )
  return rows
}

export interface ChannelSetting {
  userId: number
  channelId: number
  own: boolean | null
  wildcards: boolean | null
}

/** Subscribers whose notification settings for a channel differ from their defaults. */
export async function settingsIn(
  db: Db,
  channelIds: readonly number[],
  way: NotificationChannel,
): Promise<ChannelSetting[]> {
  const own = sql.ref(way === 'email' ? 'email_notifications' : 'push_notifications')
  const { rows } = await sql<ChannelSetting>`
    select user_id as "userId", channel_id as "channelId", ${own} as own,
      wildcard_mentions_notify as wildcards
    from subscription
    where channel_id = any(${channelIds}::bigint[]) and active
      and (${own} is not null or wildcard_mentions_notify is not null)`.execute(db)
  return rows
}
