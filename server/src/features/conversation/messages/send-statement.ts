import { type RawBuilder, sql } from 'kysely'
import { textArray } from '../../../db/array-literals.ts'
import { vectorSql } from '../message-queries/search-sql.ts'
import { searchText } from '../message-queries/search-text.ts'

/** Placeholder for the message ID in text built before the ID is known. Cannot occur in JSON. */
export const idPlaceholder = '\u0001'

/** A message ready to be stored. */
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
  /** Initial flags, by reader. */
  flags: ReadonlyMap<number, number>
  /** Readers who muted the sender: the message is already read for them. */
  readBy: readonly number[]
  /** The message's poll, to-do list or components. */
  widget: { id: number; type: string; content: string } | null
  /** Whether the channel or conversation may have no message yet. */
  maybeFirst: boolean
  /** The event's serialized payload and audience, with a placeholder for the message ID. */
  payload: string
  audience: string
}

/** Separates texts of JSON, in which it cannot occur. */
const separator = '\u0002'

/** An array of JSON texts. They consist of quotes to a large part, so splitting is cheaper than escaping. */
const jsonTexts = (texts: readonly string[]) => sql`string_to_array(${texts.join(separator)}::text, chr(2))`

/** Extracts columns from a list, as arrays for a statement. */
export function columnOf<T>(items: readonly T[]) {
  return <V>(pick: (item: T) => V) => items.map(pick)
}

/**
 * Parts shared by the statements that store messages. Drafts are numbered from 1 as `n`. `rest` are the other
 * writes, over the table expression `draft`.
 */
export function insertParts(realmId: number, drafts: readonly DraftRow[]) {
  const column = columnOf(drafts)
  const search = drafts.map((draft) => searchText(draft.topic, draft.renderedContent))
  return {
    drafts: sql`unnest(
      ${column((d) => d.recipientId)}::bigint[], ${column((d) => d.channelId)}::bigint[],
      ${column((d) => d.senderId)}::bigint[], ${textArray(column((d) => d.topic))}::text[],
      ${textArray(column((d) => d.content))}::text[], ${textArray(column((d) => d.renderedContent))}::text[],
      ${column((d) => d.hasLink)}::boolean[], ${column((d) => d.hasImage)}::boolean[],
      ${column((d) => d.channelWildcard)}::boolean[],
      ${textArray(column((d) => d.client))}::text[], ${column((d) => d.sentAt)}::timestamptz[],
      ${column((d) => d.maybeFirst)}::boolean[],
      ${textArray(search.map(({ words }) => words))}::text[],
      ${textArray(search.map(({ grams }) => grams.join(' ')))}::text[],
      ${jsonTexts(column((d) => d.payload))}, ${jsonTexts(column((d) => d.audience))}
    ) with ordinality as d (recipient_id, channel_id, sender_id, topic, content, rendered_content, has_link,
      has_image, channel_wildcard, client, sent_at, maybe_first, words, grams, payload, audience, n)`,
    columns: sql`id, realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content,
      has_link, has_image, channel_wildcard, client, sent_at, search`,
    values: sql`id, ${realmId}::bigint, recipient_id, sender_id, channel_id is not null, topic, content, rendered_content,
      has_link, has_image, channel_wildcard, client, sent_at, ${vectorSql(sql`words`, sql`grams`, sql`id`)}`,
    rest: sql.join([flagged(drafts), initiallyRead(drafts), widgets(drafts), firstMessages]),
    withId: (text: RawBuilder<unknown>) => sql`replace(${text}, chr(1), id::text)`,
  }
}

function flagged(drafts: readonly DraftRow[]): RawBuilder<unknown> {
  const flags = drafts.flatMap((draft, n) =>
    [...draft.flags].map(([user, bits]) => ({ n: n + 1, user, bits })),
  )
  const column = columnOf(flags)
  return sql`flagged as (
    insert into message_flag (user_id, message_id, flags)
    select f.user_id, draft.id, f.flags
    from unnest(${column((f) => f.n)}::bigint[], ${column((f) => f.user)}::bigint[],
      ${column((f) => f.bits)}::integer[]) as f (n, user_id, flags)
    join draft using (n)
  )`
}

function initiallyRead(drafts: readonly DraftRow[]): RawBuilder<unknown> {
  const readers = drafts.flatMap((draft, n) => draft.readBy.map((user) => ({ n: n + 1, user })))
  const column = columnOf(readers)
  return sql`born_read as (
    insert into read_state (user_id, recipient_id, read)
    select r.user_id, draft.recipient_id, range_agg(int8range(draft.id, draft.id + 1))
    from unnest(${column((r) => r.n)}::bigint[], ${column((r) => r.user)}::bigint[]) as r (n, user_id)
    join draft using (n)
    group by r.user_id, draft.recipient_id
    on conflict (user_id, recipient_id) do update set read = read_state.read + excluded.read
  )`
}

function widgets(drafts: readonly DraftRow[]): RawBuilder<unknown> {
  const all = drafts.flatMap((draft, n) => (draft.widget === null ? [] : [{ n: n + 1, ...draft.widget }]))
  const column = columnOf(all)
  return sql`widgets as (
    insert into submessage (id, message_id, sender_id, msg_type, content)
    select w.id, draft.id, draft.sender_id, w.type, w.content
    from unnest(${column((w) => w.n)}::bigint[], ${column((w) => w.id)}::bigint[],
      ${column((w) => w.type)}::text[], ${column((w) => w.content)}::text[]) as w (n, id, type, content)
    join draft using (n)
  )`
}

const firstMessages = sql`first as (
    update channel set first_message_id = f.id
    from (select channel_id, min(id) as id from draft where maybe_first group by channel_id) as f
    where channel.id = f.channel_id and channel.first_message_id is null
  ), begun as (
    update recipient set begun = true
    where not begun and id = any(array(select recipient_id from draft where maybe_first and channel_id is null))
  )`
