import { sql } from 'kysely'
import type { Db } from '../../../../db/database.ts'

export interface ComparedReaction {
  userId: number
  type: string
  code: string
}

/** One side of a compared message. */
export interface ComparedMessage {
  id: number
  senderId: number
  channelId: number | null
  topic: string
  content: string
  reactions: ComparedReaction[]
}

/** A message of the preview, and the same message in the import. */
export interface MessagePair {
  oldId: string
  preview: ComparedMessage
  fresh: ComparedMessage | null
}

const side = (message: string) => sql`
  json_build_object('id', ${sql.ref(message)}.id, 'senderId', ${sql.ref(message)}.sender_id,
    'channelId', (select channel_id from recipient where id = ${sql.ref(message)}.recipient_id),
    'topic', ${sql.ref(message)}.topic, 'content', ${sql.ref(message)}.content,
    'reactions', coalesce((
      select json_agg(json_build_object('userId', x.user_id, 'type', x.reaction_type, 'code', x.emoji_code))
      from reaction x where x.message_id = ${sql.ref(message)}.id), '[]'))`

/** Pairs behind an old ID, in the order of the index. */
export async function messagePairs(
  db: Db,
  previewId: number,
  freshId: number,
  after: string,
  limit: number,
): Promise<MessagePair[]> {
  const { rows } = await sql<MessagePair>`
    select i.source_id as "oldId", ${side('p')} as preview,
      case when f.id is not null then ${side('f')} end as fresh
    from imported_id i
    join message p on p.id = i.new_id
    left join imported_id j on j.realm_id = ${freshId} and j.kind = 'message' and j.source_id = i.source_id
    left join message f on f.id = j.new_id
    where i.realm_id = ${previewId} and i.kind = 'message' and i.source_id > ${after}
    order by i.source_id limit ${limit}`.execute(db)
  return rows
}

/** Old IDs by new ID. Of several old IDs of one object the first counts. */
export async function oldIds(db: Db, realmId: number, kind: string): Promise<Map<number, string>> {
  const { rows } = await sql<{ new_id: number; old_id: string }>`
    select new_id, min(source_id) as old_id from imported_id
    where realm_id = ${realmId} and kind = ${kind} group by new_id`.execute(db)
  return new Map(rows.map((row) => [row.new_id, row.old_id]))
}

/** Numbers of messages, by channel. */
export async function messageCounts(db: Db, realmId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ channel_id: number; count: number }>`
    select r.channel_id, (select count(*) from message m where m.recipient_id = r.id) as count
    from recipient r where r.realm_id = ${realmId} and r.channel_id is not null`.execute(db)
  return new Map(rows.map((row) => [row.channel_id, row.count]))
}
