import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export interface ExpiredMessage {
  id: number
  topic: string
}

/** The oldest messages of a conversation, up to the given time. IDs increase with time. */
export async function expiredMessages(
  db: Db,
  recipientId: number,
  before: Date,
  limit: number,
): Promise<ExpiredMessage[]> {
  const { rows } = await sql<ExpiredMessage>`
    select id, topic from (
      select id, topic, sent_at from message where recipient_id = ${recipientId} order by id limit ${limit}
    ) as oldest
    where sent_at < ${before} order by id`.execute(db)
  return rows
}

export interface OldConversation {
  recipientId: number
  userIds: number[]
}

/** Direct conversations whose first message is older than the given time. */
export async function oldConversations(db: Db, realmId: number, before: Date): Promise<OldConversation[]> {
  const { rows } = await sql<OldConversation>`
    select r.id as "recipientId", r.user_ids as "userIds" from recipient r
    cross join lateral (select sent_at from message where recipient_id = r.id order by id limit 1) as oldest
    where r.realm_id = ${realmId} and r.channel_id is null and oldest.sent_at < ${before}`.execute(db)
  return rows
}

/** Organizations with a retention limit. */
export async function realmsWithRetention(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from realm
    where (settings->>'message_retention_days')::integer > 0
      or exists (select from channel where channel.realm_id = realm.id and message_retention_days > 0)`.execute(
    db,
  )
  return rows.map((row) => row.id)
}
