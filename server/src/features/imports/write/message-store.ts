import type { EditHistoryEntry } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { vectorSql } from '../../conversation/message-queries/search-sql.ts'
import { addRows, recordIds } from './rows-store.ts'

/** A message in its final order. */
export interface SortedMessage {
  id: number
  source_id: string
  part: number
  at: number
  recipient_id: number
  channel_id: number | null
  sender_id: number
  topic: string
  data: string
}

export async function countSorted(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from import_sorted`.execute(db)
  return rows[0]?.count ?? 0
}

export async function nextSorted(db: Db, after: number, limit: number): Promise<SortedMessage[]> {
  const { rows } = await sql<SortedMessage>`
    select id, source_id, part, at, recipient_id, channel_id, sender_id, topic, data
    from import_sorted where id > ${after} order by id limit ${limit}`.execute(db)
  return rows
}

export interface FoundMessage {
  source_id: string
  id: number
  channel_id: number | null
  recipient_id: number
  topic: string
}

export async function findSorted(db: Db, sourceIds: readonly string[]): Promise<FoundMessage[]> {
  if (sourceIds.length === 0) return []
  const { rows } = await sql<FoundMessage>`
    select source_id, id, channel_id, recipient_id, topic from import_sorted
    where part = 0 and source_id = any(${sourceIds}::text[])`.execute(db)
  return rows
}

/** The first message of each topic. */
export async function oldestInTopics(
  db: Db,
  topics: readonly { channelId: number; topic: string }[],
): Promise<(number | null)[]> {
  if (topics.length === 0) return []
  const { rows } = await sql<{ id: number | null }>`
    select (select min(s.id) from import_sorted s where s.channel_id = t.channel_id and lower(s.topic) = lower(t.topic)) as id
    from unnest(${topics.map((one) => one.channelId)}::bigint[], ${topics.map((one) => one.topic)}::text[])
      with ordinality as t (channel_id, topic, n) order by n`.execute(db)
  return rows.map((row) => row.id)
}

export interface JoinedReaction {
  message: string
  user_id: number
  name: string
  code: string
  type: string
}

export async function reactionsTo(db: Db, sourceIds: readonly string[]): Promise<JoinedReaction[]> {
  const { rows } = await sql<JoinedReaction>`
    select message, user_id, name, code, type from import_reaction
    where message = any(${sourceIds}::text[]) order by n`.execute(db)
  return rows
}

export async function editsOf(
  db: Db,
  sourceIds: readonly string[],
): Promise<{ message: string; data: string }[]> {
  const { rows } = await sql<{ message: string; data: string }>`
    select message, data from import_edit where message = any(${sourceIds}::text[])`.execute(db)
  return rows
}

export async function flagsOn(
  db: Db,
  sourceIds: readonly string[],
): Promise<{ message: string; user_id: number; flags: number }[]> {
  const { rows } = await sql<{ message: string; user_id: number; flags: number }>`
    select message, user_id, flags from import_flag where message = any(${sourceIds}::text[])`.execute(db)
  return rows
}

/** Numbers of rows that the archive stores separately from messages. */
export interface StagedCounts {
  reactions: number
  flags: number
  edits: number
}

export async function countStaged(db: Db): Promise<StagedCounts> {
  const { rows } = await sql<StagedCounts>`
    select (select count(*) from import_reaction) as reactions, (select count(*) from import_flag) as flags,
      (select count(*) from import_edit) as edits`.execute(db)
  return rows[0]!
}

export interface MessageRow {
  id: number
  recipient_id: number
  sender_id: number
  is_channel: boolean
  topic: string
  content: string
  rendered_content: string
  client: string
  sent_at: Date
  has_link: boolean
  has_image: boolean
  has_attachment: boolean
  channel_wildcard: boolean
  last_edit_at: Date | null
  last_moved_at: Date | null
  edit_history: EditHistoryEntry[] | null
  words: string
  grams: string
}

export interface MessageBatch {
  messages: MessageRow[]
  reactions: object[]
  flags: object[]
  attachments: object[]
  submessages: object[]
  pins: object[]
  ids: [sourceId: string, id: number][]
}

/** Stores a batch in one short transaction. */
export async function insertBatch(db: Db, realmId: number, batch: MessageBatch): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const columns =
      sql.raw(`id, recipient_id, sender_id, is_channel, topic, content, rendered_content, client, sent_at,
      has_link, has_image, has_attachment, channel_wildcard, last_edit_at, last_moved_at, edit_history`)
    await sql`
      insert into message (realm_id, ${columns}, search)
      select ${realmId}::bigint, ${columns}, ${vectorSql(sql`words`, sql`grams`, sql`id`)}
      from json_to_recordset(${JSON.stringify(batch.messages)}::json) as new (
        id bigint, recipient_id bigint, sender_id bigint, is_channel boolean, topic text, content text,
        rendered_content text, client text, sent_at timestamptz, has_link boolean, has_image boolean,
        has_attachment boolean, channel_wildcard boolean, last_edit_at timestamptz, last_moved_at timestamptz,
        edit_history jsonb, words text, grams text)`.execute(tx)
    await addRows(tx, 'reaction', reactionColumns, batch.reactions)
    await addRows(
      tx,
      'message_flag',
      { user_id: 'bigint', message_id: 'bigint', flags: 'integer' },
      batch.flags,
    )
    await addRows(
      tx,
      'attachment_message',
      { attachment_id: 'bigint', message_id: 'bigint' },
      batch.attachments,
    )
    await addRows(tx, 'submessage', submessageColumns, batch.submessages)
    await addRows(tx, 'pinned_message', pinColumns, batch.pins)
    await recordIds(tx, realmId, 'message', batch.ids)
  })
}

const reactionColumns = {
  message_id: 'bigint',
  user_id: 'bigint',
  emoji_name: 'text',
  emoji_code: 'text',
  reaction_type: 'text',
  skin_tone: 'text',
}

const pinColumns = {
  message_id: 'bigint',
  recipient_id: 'bigint',
  in_channel: 'boolean',
  pinned_by: 'bigint',
  pinned_at: 'timestamptz',
}

const submessageColumns = { message_id: 'bigint', sender_id: 'bigint', msg_type: 'text', content: 'text' }
