import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Channel } from '../../../directory/directory.ts'
import { inTopic, visibleTo } from '../../places/channels/topic-messages-store.ts'

export async function newestVisible(
  db: Db,
  channel: Channel,
  topic: string,
  userId: number,
  limit: number,
): Promise<{ id: number; topic: string }[]> {
  const { rows } = await sql<{ id: number; topic: string }>`
    select m.id, m.topic from message m where ${inTopic(channel, topic)} and ${visibleTo(channel, userId)}
    order by m.id desc limit ${limit}`.execute(db)
  return rows
}

/** Subset of users with a message of this topic in their history. */
export async function usersWithMessagesIn(
  db: Db,
  channel: Channel,
  topic: string,
  userIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select s.user_id as id from subscription s
    where s.channel_id = ${channel.id} and s.user_id = any(${userIds}::bigint[])
      and exists (select from message m where ${inTopic(channel, topic)} and s.received @> m.id)`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** Messages of a topic from an ID on, ascending; with a reader, only those visible to them. */
export async function messagesInTopic(
  db: Db,
  channel: Channel,
  topic: string,
  from: number,
  seenBy?: number,
): Promise<number[]> {
  const visible = seenBy === undefined ? sql<boolean>`true` : visibleTo(channel, seenBy)
  const { rows } = await sql<{ id: number }>`
    select m.id from message m where ${inTopic(channel, topic)} and m.id >= ${from} and ${visible}
    order by m.id`.execute(db)
  return rows.map((row) => row.id)
}

export interface TopicAge {
  total: number
  /** Messages sent after the given time. */
  young: number
  firstYoung: number | null
}

export async function topicAge(
  db: Db,
  channel: Channel,
  topic: string,
  userId: number,
  since: Date,
): Promise<TopicAge> {
  const { rows } = await sql<TopicAge>`
    select count(*) as total, count(*) filter (where m.sent_at >= ${since}) as young,
      min(m.id) filter (where m.sent_at >= ${since}) as "firstYoung"
    from message m where ${inTopic(channel, topic)} and ${visibleTo(channel, userId)}`.execute(db)
  return rows[0]!
}

/** Users who sent one of these messages or reacted to one. */
export async function participantsIn(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select sender_id as id from message where id = any(${ids}::bigint[])
    union select user_id from reaction where message_id = any(${ids}::bigint[])`.execute(db)
  return new Set(rows.map((row) => row.id))
}

export interface LastMessage {
  id: number
  senderId: number
  content: string
  sentAt: Date
}

export async function lastInTopic(db: Db, channel: Channel, topic: string): Promise<LastMessage | undefined> {
  const { rows } = await sql<LastMessage>`
    select m.id, m.sender_id as "senderId", m.content, m.sent_at as "sentAt"
    from message m where ${inTopic(channel, topic)} order by m.id desc limit 1`.execute(db)
  return rows[0]
}
