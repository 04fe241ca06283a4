import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

/** Organizations whose users get digests. The setting is off by default. */
export async function realmsWithDigests(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from realm where settings @> '{"digest_emails_enabled":true}' and not deactivated
      and preview_of is null order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those who were not here since a time, and got no digest since another. */
export async function absentUsers(
  db: Db,
  ids: readonly number[],
  { activeSince, sentSince }: { activeSince: Date; sentSince: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from account a where a.id = any(${ids}::bigint[]) and a.created_at < ${activeSince}
      and not exists (select from presence p where p.user_id = a.id
        and greatest(p.last_active, p.last_connected) >= ${activeSince})
      and not exists (select from event_queue q where q.user_id = a.id and q.last_active_at >= ${activeSince})
      and not exists (select from digest_email d where d.user_id = a.id and d.sent_at >= ${sentSince})
    order by a.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** A topic with recent messages. */
export interface ActiveTopic {
  channelId: number
  topic: string
  messages: number
  /** The latest senders, at most three, and the number of all. */
  senderIds: number[]
  senders: number
  lastId: number
}

const maxChannels = 300
const maxMessagesPerChannel = 1_000

/** The topics with the most people and messages since a time, in the busiest channels. */
export async function activeTopics(
  db: Db,
  realmId: number,
  since: Date,
  limit: number,
): Promise<ActiveTopic[]> {
  const { rows } = await sql<ActiveTopic>`
    with busy as (
      select c.id, r.id as recipient_id from channel c join recipient r on r.channel_id = c.id
      where c.realm_id = ${realmId} and not c.is_archived
      order by (select sum(t.messages) from channel_traffic t where t.channel_id = c.id) desc nulls last, c.id
      limit ${maxChannels}
    )
    select busy.id as "channelId", max(m.topic) as topic, count(*)::int as messages,
      (array_agg(m.sender_id order by m.id desc))[1:20] as "senderIds",
      count(distinct m.sender_id)::int as senders, max(m.id) as "lastId"
    from busy cross join lateral (
      select id, topic, sender_id, sent_at from message
      where recipient_id = busy.recipient_id order by id desc limit ${maxMessagesPerChannel}
    ) m
    where m.sent_at > ${since}
    group by busy.id, lower(m.topic)
    order by senders desc, messages desc, "lastId" desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, senderIds: [...new Set(row.senderIds)].slice(0, 3) }))
}

/** Topics that a user muted, as channel and topic in lower case. */
export async function mutedTopics(db: Db, userId: number): Promise<{ channelId: number; topic: string }[]> {
  const { rows } = await sql<{ channelId: number; topic: string }>`
    select channel_id as "channelId", lower(topic) as topic from user_topic
    where user_id = ${userId} and policy = 1`.execute(db)
  return rows
}

/** False if another process sent it. */
export async function recordDigest(tx: Tx, userId: number, sentAt: Date, sentSince: Date): Promise<boolean> {
  const { rows } = await sql<object>`
    insert into digest_email (user_id, sent_at) values (${userId}, ${sentAt})
    on conflict (user_id) do update set sent_at = excluded.sent_at where digest_email.sent_at < ${sentSince}
    returning user_id`.execute(tx.db)
  return rows.length > 0
}
