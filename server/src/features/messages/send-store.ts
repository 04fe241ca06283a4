import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '../../db/database.ts'
import type { Tx } from '../../db/transaction.ts'
import { vectorSql } from '../reading/search-sql.ts'
import { searchText } from '../reading/search-text.ts'

/** Stands where the message's ID goes in texts that are made before it is known. JSON never holds it. */
export const idPlace = '\u0001'

/** A message that is ready to be stored. */
export interface DraftRow {
  recipientId: number
  channelId: number | null
  senderId: number
  topic: string
  content: string
  renderedContent: string
  hasLink: boolean
  hasImage: boolean
  channelWildcard: boolean
  client: string
  sentAt: Date
  /** By reader, the bits that are set from the start. */
  flags: ReadonlyMap<number, number>
  /** Those for whom it is read from the start, because they muted the sender. */
  readBy: readonly number[]
  /** The poll or to-do list that hangs on it. */
  widget: { id: number; content: string } | null
  /** The channel, or the conversation between people, has no first message yet, as far as we know. */
  maybeFirst: boolean
  /** The event's payload and audience, with the message's ID left out. */
  payload: string
  audience: string
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

/** The same as part of a transaction. */
export async function insertWithin(tx: Tx, drafts: readonly DraftRow[]): Promise<Stored[]> {
  return (await insertStatement(tx.realmId, drafts).execute(tx.db)).rows
}

function insertStatement(realmId: number, drafts: readonly DraftRow[]): RawBuilder<Stored> {
  const column = <T>(pick: (draft: DraftRow) => T) => drafts.map(pick)
  const search = drafts.map((draft) => searchText(draft.topic, draft.renderedContent))
  const flags = drafts.flatMap((draft, n) =>
    [...draft.flags].map(([user, bits]) => ({ n: n + 1, user, bits })),
  )
  const readers = drafts.flatMap((draft, n) => draft.readBy.map((user) => ({ n: n + 1, user })))
  const widgets = drafts.flatMap((draft, n) => (draft.widget === null ? [] : [{ n: n + 1, ...draft.widget }]))
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
          ${column((d) => d.hasLink)}::boolean[], ${column((d) => d.hasImage)}::boolean[],
          ${column((d) => d.channelWildcard)}::boolean[],
          ${column((d) => d.client)}::text[], ${column((d) => d.sentAt)}::timestamptz[],
          ${column((d) => d.maybeFirst)}::boolean[],
          ${search.map(({ words }) => words)}::text[], ${search.map(({ grams }) => grams.join(' '))}::text[],
          ${column((d) => d.payload)}::text[], ${column((d) => d.audience)}::text[]
        ) with ordinality as d (recipient_id, channel_id, sender_id, topic, content, rendered_content, has_link,
          has_image, channel_wildcard, client, sent_at, maybe_first, words, grams, payload, audience, n)
        order by n
      ) as ordered
    ), stored as (
      insert into message (id, realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content,
        has_link, has_image, channel_wildcard, client, sent_at, search)
      select id, ${realmId}::bigint, recipient_id, sender_id, channel_id is not null, topic, content, rendered_content,
        has_link, has_image, channel_wildcard, client, sent_at, ${vectorSql(sql`words`, sql`grams`, sql`id`)}
      from draft
    ), flagged as (
      insert into message_flag (user_id, message_id, flags)
      select f.user_id, draft.id, f.flags
      from unnest(${flags.map((f) => f.n)}::bigint[], ${flags.map((f) => f.user)}::bigint[],
        ${flags.map((f) => f.bits)}::integer[]) as f (n, user_id, flags)
      join draft using (n)
    ), born_read as (
      insert into read_state (user_id, recipient_id, read)
      select r.user_id, draft.recipient_id, range_agg(int8range(draft.id, draft.id + 1))
      from unnest(${readers.map((r) => r.n)}::bigint[], ${readers.map((r) => r.user)}::bigint[]) as r (n, user_id)
      join draft using (n)
      group by r.user_id, draft.recipient_id
      on conflict (user_id, recipient_id) do update set read = read_state.read + excluded.read
    ), widgets as (
      insert into submessage (id, message_id, sender_id, msg_type, content)
      select w.id, draft.id, draft.sender_id, 'widget', w.content
      from unnest(${widgets.map((w) => w.n)}::bigint[], ${widgets.map((w) => w.id)}::bigint[],
        ${widgets.map((w) => w.content)}::text[]) as w (n, id, content)
      join draft using (n)
    ), first as (
      update channel set first_message_id = f.id
      from (select channel_id, min(id) as id from draft where maybe_first group by channel_id) as f
      where channel.id = f.channel_id and channel.first_message_id is null
    ), begun as (
      update recipient set begun = true
      where not begun and id = any(array(select recipient_id from draft where maybe_first and channel_id is null))
    ), logged as (
      insert into event (realm_id, seq, type, payload, audience)
      select ${realmId}::bigint, base + n, 'message', replace(payload, chr(1), id::text),
        replace(audience, chr(1), id::text)
      from draft
    )
    select id, base + n as seq from draft order by n`
}

/** An ID for a poll or to-do list that is yet to be stored. */
export async function takeSubmessageId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('submessage_id') as id`.execute(db)
  return rows[0]!.id
}

/** The name of a set of people: short sets spelled out, long ones as a hash. */
export function userSetName(ascendingIds: readonly number[]): string {
  const spelled = ascendingIds.join(',')
  return spelled.length <= 200 ? spelled : `sha256:${createHash('sha256').update(spelled).digest('hex')}`
}

/** The recipient that stands for a set of people. */
export interface Conversation {
  id: number
  /** Whether anybody ever wrote to the others; of conversations with bots it is not noted. */
  begun: boolean
}

/** The recipient that stands for exactly these people, made when they first talk. */
export async function ensureConversation(
  db: Db,
  realmId: number,
  ascendingIds: readonly number[],
): Promise<Conversation> {
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
      const theirs = await findConversation(transaction, ascendingIds)
      if (theirs === undefined) throw new Error('A conversation vanished.')
      return theirs
    }
    await transaction
      .insertInto('recipient_member')
      .values(ascendingIds.map((user_id) => ({ user_id, recipient_id: created.id })))
      .execute()
    return { id: created.id, begun: false }
  })
}

/** The recipients that stand for one person with each of the others, made where they never talked; all at once. */
export async function ensurePairs(
  db: Db,
  realmId: number,
  one: number,
  others: readonly number[],
): Promise<void> {
  const pairs = others.map((other) => [Math.min(one, other), Math.max(one, other)] as const)
  await sql`
    with created as (
      insert into recipient (realm_id, user_ids, user_set)
      select ${realmId}, array[p.low, p.high], p.name
      from unnest(${pairs.map(([low]) => low)}::bigint[], ${pairs.map(([, high]) => high)}::bigint[],
        ${pairs.map((pair) => userSetName(pair))}::text[]) as p (low, high, name)
      on conflict (user_set) do nothing returning id, user_ids
    )
    insert into recipient_member (user_id, recipient_id)
    select member, created.id from created, unnest(created.user_ids) as member`.execute(db)
}

export async function findConversation(
  db: Db,
  ascendingIds: readonly number[],
): Promise<Conversation | undefined> {
  return await db
    .selectFrom('recipient')
    .select(['id', 'begun'])
    .where('user_set', '=', userSetName(ascendingIds))
    .executeTakeFirst()
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

/** Whether somebody wrote exactly this in a conversation. */
export async function hasSaid(
  db: Db,
  recipientId: number,
  senderId: number,
  contents: readonly string[],
): Promise<boolean> {
  const row = await db
    .selectFrom('message')
    .select('id')
    .where('recipient_id', '=', recipientId)
    .where('sender_id', '=', senderId)
    .where('content', 'in', contents)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
