import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Channel } from '../../../directory/directory.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import type { Tx } from '../../../events/transaction.ts'

/** A change of messages, stored as one history entry. Undefined properties stay unchanged. */
export interface MessageChange {
  userId: number
  at: Date
  topic: string | undefined
  channel: { from: Channel; to: Channel } | undefined
  /** Whether the change is a move. Resolving a topic is not. */
  isMove: boolean
  /** New content for one of the messages. */
  content:
    | {
        id: number
        text: string
        html: string
        hasLink: boolean
        hasImage: boolean
        channelWildcard: boolean
      }
    | undefined
}

/** Changes messages and records their former state in the edit history. */
export async function changeMessages(tx: Tx, ids: readonly number[], change: MessageChange): Promise<void> {
  const { topic, channel, content } = change
  const nothing = sql`'{}'::jsonb`
  const topicPart =
    topic === undefined ? nothing : sql`jsonb_build_object('prev_topic', m.topic, 'topic', ${topic}::text)`
  const channelPart =
    channel === undefined
      ? nothing
      : sql`jsonb_build_object('prev_stream', ${channel.from.id}::bigint, 'stream', ${channel.to.id}::bigint)`
  const isEdited = sql<boolean>`m.id = ${content?.id ?? 0}`
  const contentPart = sql`case when ${isEdited} then jsonb_build_object(
    'prev_content', m.content, 'prev_rendered_content', m.rendered_content) else '{}' end`
  const edited = (column: string, value: RawBuilder<unknown>) =>
    sql`${sql.ref(column)} = case when ${isEdited} then ${value} else ${sql.ref(`m.${column}`)} end`
  const sets = [
    sql`edit_history = jsonb_build_array(
      jsonb_build_object('user_id', ${change.userId}::bigint,
        'timestamp', floor(extract(epoch from ${change.at}::timestamptz))::bigint)
      || ${topicPart} || ${channelPart} || ${contentPart}) || coalesce(m.edit_history, '[]')`,
    ...(topic === undefined ? [] : [sql`topic = ${topic}`]),
    ...(channel === undefined ? [] : [sql`recipient_id = ${channel.to.recipientId}`]),
    ...(change.isMove ? [sql`last_moved_at = ${change.at}`] : []),
    ...(content === undefined
      ? []
      : [
          edited('content', sql`${content.text}`),
          edited('rendered_content', sql`${content.html}`),
          edited('last_edit_at', sql`${change.at}::timestamptz`),
          edited('has_link', sql`${content.hasLink}::boolean`),
          edited('has_image', sql`${content.hasImage}::boolean`),
          edited('channel_wildcard', sql`m.channel_wildcard or ${content.channelWildcard}::boolean`),
        ]),
  ]
  await sql`
    update message m set ${sql.join(sets)} where m.id = any(${ids}::bigint[])`.execute(tx.db)
  if (channel === undefined) return
  await sql`
    update pinned_message set recipient_id = ${channel.to.recipientId}
    where message_id = any(${ids}::bigint[])`.execute(tx.db)
}

const recomputedBits = flagBits.mentioned | flagBits.has_alert_word

/** Recomputes flags after an edit. Sets and clears mentions and alert words; only sets wildcard mentions. */
export async function updateFlags(tx: Tx, id: number, flags: ReadonlyMap<number, number>): Promise<void> {
  const userIds = [...flags.keys()]
  await sql`
    with cleared as (
      update message_flag set flags = flags & ~${recomputedBits}::integer
      where message_id = ${id} and flags & ${recomputedBits}::integer <> 0 and user_id <> all(${userIds}::bigint[])
    )
    insert into message_flag (user_id, message_id, flags)
    select user_id, ${id}, flags
    from unnest(${userIds}::bigint[], ${[...flags.values()]}::integer[]) as new (user_id, flags)
    on conflict (user_id, message_id) do update
      set flags = (message_flag.flags & ~${recomputedBits}::integer) | excluded.flags`.execute(tx.db)
}

/** A reader's flags and read state for one message. */
export interface ReaderState {
  userId: number
  flags: number
  received: boolean
  read: boolean
}

export async function readerStatesOf(db: Db, id: number, userIds: readonly number[]): Promise<ReaderState[]> {
  const { rows } = await sql<ReaderState>`
    select u.id as "userId", known.received,
      coalesce(f.flags, 0) | case when m.channel_wildcard and known.received
        then ${flagBits.stream_wildcard_mentioned}::integer else 0 end as flags,
      coalesce(f.flags, 0) & ${flagBits.markedUnread}::integer = 0
        and (m.sender_id = u.id or not known.received or coalesce(rs.read @> m.id, false)) as read
    from unnest(${userIds}::bigint[]) as u (id)
    join message m on m.id = ${id}
    join recipient r on r.id = m.recipient_id
    left join subscription s on s.user_id = u.id and s.channel_id = r.channel_id
    cross join lateral (select case
      when r.channel_id is null then u.id = any(r.user_ids)
      else coalesce(s.received @> m.id, false) end as received) as known
    left join message_flag f on f.user_id = u.id and f.message_id = m.id
    left join read_state rs on rs.user_id = u.id and rs.recipient_id = m.recipient_id`.execute(db)
  return rows
}

/**
 * Moves received and read state along with messages to another channel. Subscribers of the new channel keep
 * theirs; with protected history, the other subscribers receive the messages as read. Former subscribers of
 * the old channel and users losing access lose their flags. Returns the users whose history of the new
 * channel changed.
 */
export async function moveReadState(
  tx: Tx,
  ids: readonly number[],
  from: Channel,
  to: Channel,
  lost: ReadonlySet<number>,
): Promise<number[]> {
  const forAll = !to.historyPublicToSubscribers
  await sql`
    delete from message_flag f
    where f.message_id = any(${ids}::bigint[])
      and (f.user_id = any(${[...lost]}::bigint[]) or exists (
        select from subscription old where old.user_id = f.user_id and old.channel_id = ${from.id}))
      and not exists (
        select from subscription new
        where new.user_id = f.user_id and new.channel_id = ${to.id} and new.active)`.execute(tx.db)
  const { rows } = await sql<{ user_id: number }>`
    with moved as (
      select range_agg(int8range(id, id + 1)) as ids from unnest(${ids}::bigint[]) as m (id)
    ), state as (
      select new.user_id, new.active, moved.ids,
        case when new.active then moved.ids * coalesce(old.received, '{}') else '{}' end as had,
        case when new.active and ${forAll} then moved.ids else '{}' end as given,
        coalesce(rs.read, '{}') as old_read
      from moved
      join subscription new on new.channel_id = ${to.id}
      left join subscription old on old.channel_id = ${from.id} and old.user_id = new.user_id
      left join read_state rs on rs.user_id = new.user_id and rs.recipient_id = ${from.recipientId}
    ), received as (
      update subscription s set received = (s.received - state.ids) + state.had + state.given
      from state where s.channel_id = ${to.id} and s.user_id = state.user_id
        and s.received <> (s.received - state.ids) + state.had + state.given
      returning s.user_id
    ), read as (
      insert into read_state as rs (user_id, recipient_id, read)
      select user_id, ${to.recipientId}, (old_read * had) + (given - had) from state where active
      on conflict (user_id, recipient_id) do update
        set read = (rs.read - (select ids from moved)) + excluded.read
    )
    select user_id from received`.execute(tx.db)
  return rows.map((row) => row.user_id)
}
