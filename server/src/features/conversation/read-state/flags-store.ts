import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { flagBits, wildcardBits } from '../../../events/flag-bits.ts'
import type { Tx } from '../../../events/transaction.ts'
import { isMutedSql } from '../../places/user-topics/muted-sql.ts'

/** A reader's relation to a message. */
export interface Relation {
  id: number
  recipientId: number
  channelId: number | null
  userIds: number[] | null
  senderId: number
  topic: string
  flags: number
  received: boolean
  read: boolean
  /** Whether the reader muted its topic or channel. */
  muted: boolean
}

/** Wildcard mentions are stored with the message, not per reader. */
const wildcardBit = sql`${flagBits.stream_wildcard_mentioned}::integer`

export async function relationsOf(
  db: Db,
  realmId: number,
  userId: number,
  ids: readonly number[],
): Promise<Relation[]> {
  const { rows } = await sql<Relation>`
    select m.id, m.recipient_id as "recipientId", r.channel_id as "channelId", r.user_ids as "userIds",
      m.sender_id as "senderId", m.topic, known.received, ${isMutedSql(userId)} as muted,
      coalesce(f.flags, 0)
        | case when m.channel_wildcard and known.received then ${wildcardBit} else 0 end as flags,
      coalesce(f.flags, 0) & ${flagBits.markedUnread}::integer = 0
        and (m.sender_id = ${userId} or not known.received or coalesce(rs.read @> m.id, false)) as read
    from message m
    join recipient r on r.id = m.recipient_id
    left join subscription s on s.user_id = ${userId} and s.channel_id = r.channel_id
    cross join lateral (select case
      when r.channel_id is null then ${userId} = any(r.user_ids)
      else coalesce(s.received @> m.id, false) end as received) as known
    left join message_flag f on f.user_id = ${userId} and f.message_id = m.id
    left join read_state rs on rs.user_id = ${userId} and rs.recipient_id = m.recipient_id
    where m.realm_id = ${realmId} and m.id = any(${ids}::bigint[])
    order by m.id`.execute(db)
  return rows
}

/**
 * Marks messages read. Extends each range down to the previous message of the same conversation, so that
 * reading in order leaves one range, regardless of messages elsewhere.
 */
export async function addRead(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  await sql`
    insert into read_state (user_id, recipient_id, read)
    select ${userId}, m.recipient_id, range_agg(int8range(coalesce(previous.id + 1, 0), m.id + 1))
    from message m
    left join lateral (
      select p.id from message p
      where p.recipient_id = m.recipient_id and p.id < m.id and p.sender_id <> ${userId}
      order by p.id desc limit 1
    ) as previous on true
    where m.id = any(${ids}::bigint[])
    group by m.recipient_id
    on conflict (user_id, recipient_id) do update set read = read_state.read + excluded.read`.execute(tx.db)
  await clearBits(tx, userId, ids, flagBits.markedUnread)
}

export async function removeRead(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update read_state set read = read - gone.ids
    from (
      select recipient_id, range_agg(int8range(id, id + 1)) as ids from message
      where id = any(${ids}::bigint[]) group by recipient_id
    ) as gone
    where read_state.user_id = ${userId} and read_state.recipient_id = gone.recipient_id`.execute(tx.db)
}

export async function setBits(
  tx: Tx,
  userId: number,
  list: readonly { id: number; bits: number }[],
): Promise<void> {
  if (list.length === 0) return
  await sql`
    insert into message_flag (user_id, message_id, flags)
    select ${userId}, id, bits
    from unnest(${list.map((one) => one.id)}::bigint[], ${list.map((one) => one.bits)}::integer[]) as new (id, bits)
    on conflict (user_id, message_id) do update set flags = message_flag.flags | excluded.flags`.execute(
    tx.db,
  )
}

export async function clearBits(tx: Tx, userId: number, ids: readonly number[], mask: number): Promise<void> {
  await sql`
    update message_flag set flags = flags & ~${mask}::integer
    where user_id = ${userId} and message_id = any(${ids}::bigint[]) and flags & ${mask}::integer <> 0`.execute(
    tx.db,
  )
}

export interface UnreadRow {
  id: number
  recipientId: number
  topic: string
  flags: number
  /** Whether the reader muted its topic or channel. */
  muted: boolean
}

/**
 * Unread messages, newest first: those in gaps between received and read ranges, and those marked unread.
 * Optionally limited to a recipient or a sender.
 */
export async function listUnread(
  db: Db,
  userId: number,
  limit: number,
  only: UnreadFilter = {},
): Promise<UnreadRow[]> {
  return (await unreadQuery(userId, limit, only).execute(db)).rows
}

interface UnreadFilter {
  recipientId?: number
  senderId?: number
}

/** Whether a row of `message` is in a gap and was not sent by the reader. */
const inGapSql = (userId: number) => sql<boolean>`recipient_id = gap.recipient_id and sender_id <> ${userId}
  and id >= lower(gap.ids) and id < coalesce(upper(gap.ids), 9223372036854775807)`

/** The gaps between received and read ranges, and the messages that were marked unread. */
const gapCtes = (
  userId: number,
  subscribed: RawBuilder<boolean>,
  here: RawBuilder<boolean>,
  within = sql`'{(,)}'::int8multirange`,
) => sql`
  place as (
    select recipient_id, received * ${within} as received from subscription where user_id = ${userId} and ${subscribed}
    union all
    select recipient_id, '{[0,)}'::int8multirange * ${within} from recipient_member where user_id = ${userId} and ${here}
  ), gap as (
    select place.recipient_id, unnest(place.received - coalesce(rs.read, '{}')) as ids
    from place left join read_state rs on rs.user_id = ${userId} and rs.recipient_id = place.recipient_id
  ), marked as (
    select m.id, m.recipient_id, m.topic, m.sender_id, m.channel_wildcard
    from message_flag f join message m on m.id = f.message_id
    where f.user_id = ${userId} and f.flags & 1024 <> 0 and m.recipient_id in (select recipient_id from place)
  )`

function unreadQuery(userId: number, limit: number, { recipientId, senderId }: UnreadFilter) {
  const here = recipientId === undefined ? sql<boolean>`true` : sql<boolean>`recipient_id = ${recipientId}`
  // A query for one channel may run while the user is leaving it.
  const subscribed = recipientId === undefined ? sql<boolean>`active` : here
  const theirs = senderId === undefined ? sql<boolean>`true` : sql<boolean>`sender_id = ${senderId}`
  const inGap = inGapSql(userId)
  return sql<UnreadRow>`
    with ${gapCtes(userId, subscribed, here)}, unread as (
      select m.id, m.recipient_id, m.topic from gap
      cross join lateral (
        select id, recipient_id, topic from message where ${inGap} and ${theirs}
      ) as m
      union
      select id, recipient_id, topic from marked where ${theirs}
    ), wildcard as (
      select m.id from gap cross join lateral (
        select id from message where ${inGap} and channel_wildcard
      ) as m
      union
      select id from marked where channel_wildcard
    )
    select m.id, m.recipient_id as "recipientId", m.topic, ${isMutedSql(userId)} as muted,
      coalesce(f.flags, 0) | case when m.id in (select id from wildcard) then ${wildcardBit} else 0 end as flags
    from unread m left join message_flag f on f.user_id = ${userId} and f.message_id = m.id
    order by m.id desc limit ${limit}`
}

/** Unread messages of one topic or conversation. Several groups may belong to the same one. */
export interface UnreadGroup {
  recipientId: number
  topic: string
  /** Participants of a direct conversation; null for channels. */
  userIds: number[] | null
  /** Message IDs, ascending, separated by commas. */
  ids: string
  count: number
  /** Whether the reader muted the topic or channel. */
  muted: boolean
  /** IDs of messages that mention the reader, and of those that mention everyone; null if there are none. */
  mentions: string | null
  wildcardMentions: string | null
}

/**
 * The same messages as `listUnread`, grouped; or only those below an ID, without those that were marked unread otherwise. IDs are joined to texts here, because there may be tens of thousands, which would have to be
 * parsed and written again one by one.
 */
export function unreadGroups(userId: number, limit: number, below?: number): RawBuilder<UnreadGroup> {
  const within = below === undefined ? undefined : sql`int8multirange(int8range(0, ${below}))`
  const listOf = (condition?: RawBuilder<boolean>) => sql`string_agg(id::text, ',' order by id)
    ${condition === undefined ? sql`` : sql`filter (where ${condition})`}`
  const grouped = sql`topic, count(*) as count, ${listOf()} as ids,
    ${listOf(sql`id in (select message_id from mentioned)`)} as mentions,
    ${listOf(sql`id in (select id from wildcard)`)} as "wildcardMentions"`
  const inGap = inGapSql(userId)
  const total = sql`(select sum(count) from unread)`
  return sql<UnreadGroup>`
    (with ${gapCtes(userId, sql`active`, sql`true`, within)}, mentioned as materialized (
      select message_id from message_flag
      where user_id = ${userId} and flags & 120 <> 0 and flags & ${sql.lit(flagBits.mentioned)} <> 0
    ), wildcard as materialized (
      select message_id as id from message_flag
      where user_id = ${userId} and flags & 120 <> 0 and flags & ${sql.lit(wildcardBits)} <> 0
      union
      select m.id from gap cross join lateral (select id from message where ${inGap} and channel_wildcard) as m
      union
      select id from marked where channel_wildcard
    ), marked_elsewhere as (
      select id, recipient_id, topic from marked
      where ${sql.lit(below === undefined)} and not exists (select from gap
        where gap.recipient_id = marked.recipient_id and gap.ids @> marked.id and marked.sender_id <> ${userId})
    ), unread as materialized (
      select gap.recipient_id, m.* from gap
      cross join lateral (select ${grouped} from message where ${inGap} group by topic) as m
      union all
      select recipient_id, ${grouped} from marked_elsewhere group by recipient_id, topic
    ), listed as (
      select * from unread where ${total} <= ${limit}
      union all
      select recipient_id, ${grouped} from (
        select m.id, gap.recipient_id, m.topic from gap
        cross join lateral (select id, topic from message where ${inGap}) as m
        union all
        select id, recipient_id, topic from marked_elsewhere
        order by id desc limit ${limit}
      ) as newest
      where ${total} > ${limit}
      group by recipient_id, topic
    )
    select m.recipient_id as "recipientId", m.topic, m.ids,
      (select user_ids from recipient where id = m.recipient_id) as "userIds", m.count::integer as count,
      ${isMutedSql(userId)} as muted, m.mentions, m."wildcardMentions"
    from listed m)`
}

export const starredQuery = (db: Db, userId: number, limit: number) =>
  db
    .selectFrom('message_flag')
    .select('message_id')
    .where('user_id', '=', userId)
    .where(sql<boolean>`flags & 2 <> 0`)
    .orderBy('message_id')
    .limit(limit)

export interface ConversationRow {
  userIds: number[]
  maxMessageId: number
}

/** Conversations among a user's newest direct messages, most recent first. */
export const recentConversations = (userId: number, messages: number) =>
  sql<ConversationRow>`
    (with newest as (
      select m.id, m.recipient_id from recipient_member rm
      cross join lateral (
        select id, recipient_id from message where recipient_id = rm.recipient_id order by id desc limit ${messages}
      ) as m
      where rm.user_id = ${userId}
      order by m.id desc limit ${messages}
    )
    select (select user_ids from recipient where id = newest.recipient_id) as "userIds", max(newest.id) as "maxMessageId"
    from newest group by newest.recipient_id order by 2 desc)`
