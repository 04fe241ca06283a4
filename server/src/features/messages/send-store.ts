import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '../../db/database.ts'
import { bits } from './flag-bits.ts'

/** A message that is ready to be stored. */
export interface DraftRow {
  recipientId: number
  channelId: number | null
  senderId: number
  topic: string
  content: string
  renderedContent: string
  client: string
  sentAt: Date
  /** The sender's own message stays unread for them. */
  senderUnread: boolean
  /** The channel has no first message yet, as far as we know. */
  maybeFirst: boolean
  /** The event's payload and audience, split where the message's ID goes; it may not go into the audience. */
  payload: [before: string, after: string]
  audience: [before: string, after: string | null]
}

/** What a stored message got: its ID and its place in the log. */
export interface Stored {
  id: number
  seq: number
}

/**
 * Stores messages and their events in one statement: however many readers there are, a message is one row and an
 * event. IDs and positions are taken under the log's lock, in the order given.
 */
export async function insertMessages(
  database: Database,
  realmId: number,
  drafts: readonly DraftRow[],
): Promise<Stored[]> {
  return await database.runPrepared('insert messages', insertStatement(realmId, drafts))
}

function insertStatement(realmId: number, drafts: readonly DraftRow[]): RawBuilder<Stored> {
  const column = <T>(pick: (draft: DraftRow) => T) => drafts.map(pick)
  return sql<Stored>`
    with log as (
      update realm_log set last_seq = last_seq + ${drafts.length}::bigint where realm_id = ${realmId}::bigint
      returning last_seq - ${drafts.length}::bigint as base
    ), draft as (
      select nextval('message_id') as id, ordered.*
      from (
        select d.*, log.base from log, unnest(
          ${column((d) => d.recipientId)}::bigint[], ${column((d) => d.channelId)}::bigint[],
          ${column((d) => d.senderId)}::bigint[], ${column((d) => d.topic)}::text[],
          ${column((d) => d.content)}::text[], ${column((d) => d.renderedContent)}::text[],
          ${column((d) => d.client)}::text[], ${column((d) => d.sentAt)}::timestamptz[],
          ${column((d) => d.senderUnread)}::boolean[], ${column((d) => d.maybeFirst)}::boolean[],
          ${column((d) => d.payload[0])}::text[], ${column((d) => d.payload[1])}::text[],
          ${column((d) => d.audience[0])}::text[], ${column((d) => d.audience[1])}::text[]
        ) with ordinality as d (recipient_id, channel_id, sender_id, topic, content, rendered_content, client, sent_at,
          sender_unread, maybe_first, payload_0, payload_1, audience_0, audience_1, n)
        order by n
      ) as ordered
    ), stored as (
      insert into message (id, realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content,
        client, sent_at)
      select id, ${realmId}::bigint, recipient_id, sender_id, channel_id is not null, topic, content, rendered_content,
        client, sent_at
      from draft
    ), flagged as (
      insert into message_flag (user_id, message_id, flags)
      select sender_id, id, ${bits.markedUnread}::integer from draft where sender_unread
    ), first as (
      update channel set first_message_id = f.id
      from (select channel_id, min(id) as id from draft where maybe_first group by channel_id) as f
      where channel.id = f.channel_id and channel.first_message_id is null
    ), logged as (
      insert into event (realm_id, seq, type, payload, audience)
      select ${realmId}::bigint, base + n, 'message', payload_0 || id || payload_1,
        coalesce(audience_0 || id || audience_1, audience_0)
      from draft
    )
    select id, base + n as seq from draft order by n`
}

/** The name of a set of people: short sets spelled out, long ones as a hash. */
export function userSetName(ascendingIds: readonly number[]): string {
  const spelled = ascendingIds.join(',')
  return spelled.length <= 200 ? spelled : `sha256:${createHash('sha256').update(spelled).digest('hex')}`
}

/** The recipient that stands for exactly these people, made when they first talk. */
export async function ensureConversation(
  db: Db,
  realmId: number,
  ascendingIds: readonly number[],
): Promise<number> {
  const name = userSetName(ascendingIds)
  const existing = await findConversation(db, ascendingIds)
  if (existing !== undefined) return existing
  return await db.transaction().execute(async (transaction) => {
    const created = await transaction
      .insertInto('recipient')
      .values({ realm_id: realmId, user_ids: [...ascendingIds], user_set: name })
      .onConflict((conflict) => conflict.column('user_set').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (created === undefined) {
      // Somebody else began the same conversation at the same moment, and has committed.
      const id = await findConversation(transaction, ascendingIds)
      if (id === undefined) throw new Error('A conversation vanished.')
      return id
    }
    await transaction
      .insertInto('recipient_member')
      .values(ascendingIds.map((user_id) => ({ user_id, recipient_id: created.id })))
      .execute()
    return created.id
  })
}

export async function findConversation(db: Db, ascendingIds: readonly number[]): Promise<number | undefined> {
  const row = await db
    .selectFrom('recipient')
    .select('id')
    .where('user_set', '=', userSetName(ascendingIds))
    .executeTakeFirst()
  return row?.id
}

export async function hasMessages(db: Db, recipientId: number): Promise<boolean> {
  const row = await db
    .selectFrom('message')
    .select('id')
    .where('recipient_id', '=', recipientId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
