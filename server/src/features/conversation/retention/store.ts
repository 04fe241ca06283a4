import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export interface OldMessage {
  id: number
  topic: string
}

/** The oldest messages of a place, as far as they are older than allowed. IDs are in the order of time. */
export async function outlived(
  db: Db,
  recipientId: number,
  before: Date,
  limit: number,
): Promise<OldMessage[]> {
  const { rows } = await sql<OldMessage>`
    select id, topic from (
      select id, topic, sent_at from message where recipient_id = ${recipientId} order by id limit ${limit}
    ) as oldest
    where sent_at < ${before} order by id`.execute(db)
  return rows
}

export interface Conversation {
  recipientId: number
  userIds: number[]
}

/** Direct conversations that begin with a message older than allowed. */
export async function oldConversations(db: Db, realmId: number, before: Date): Promise<Conversation[]> {
  const { rows } = await sql<Conversation>`
    select r.id as "recipientId", r.user_ids as "userIds" from recipient r
    cross join lateral (select sent_at from message where recipient_id = r.id order by id limit 1) as oldest
    where r.realm_id = ${realmId} and r.channel_id is null and oldest.sent_at < ${before}`.execute(db)
  return rows
}

/** Organizations that do not keep everything forever. */
export async function realmsWithRetention(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from realm
    where (settings->>'message_retention_days')::integer > 0
      or exists (select from channel where channel.realm_id = realm.id and message_retention_days > 0)`.execute(
    db,
  )
  return rows.map((row) => row.id)
}
