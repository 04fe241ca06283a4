import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { bits } from './flag-bits.ts'
import type { Condition, Narrow } from './narrow.ts'
import type { FetchedRow } from './present.ts'
import { userSetName } from './send-store.ts'

/** Who looks, and what of what they once received is closed to them now. */
export interface Reader {
  userId: number
  /** Recipients of channels the reader may no longer read. */
  closed: number[]
}

type Sql = RawBuilder<unknown>
const all = <T>(parts: readonly RawBuilder<T>[]) => sql<boolean>`(${sql.join(parts, sql` and `)})`

/**
 * A message is unread when the reader received it, did not send it, and no range covers it; or when it was marked
 * unread although such messages count as read. Expects the aliases m, source, f and rs.
 */
const unread = (userId: number) => sql<boolean>`(
  coalesce(f.flags, 0) & ${bits.markedUnread}::integer <> 0
  or (m.sender_id <> ${userId} and source.received @> m.id and not coalesce(rs.read @> m.id, false)))`

/** IDs that match, nearest to the anchor first. */
export interface Side {
  /** Messages below the anchor, or from it on upwards. */
  direction: 'below' | 'from'
  anchor: number
  limit: number
}

export async function findIds(db: Db, reader: Reader, narrow: Narrow, side: Side): Promise<number[]> {
  const below = side.direction === 'below'
  const order = sql.raw(below ? 'order by id desc' : 'order by id')
  const bound = below ? sql<boolean>`m.id < ${side.anchor}` : sql<boolean>`m.id >= ${side.anchor}`
  return await findMatching(db, reader, narrow, bound, sql`${order} limit ${side.limit}`)
}

export async function findAmong(db: Db, reader: Reader, narrow: Narrow, ids: number[]): Promise<number[]> {
  return await findMatching(db, reader, narrow, sql<boolean>`m.id = any(${ids}::bigint[])`, sql`order by id`)
}

/** The oldest unread message that matches. Outside muted channels, unless the narrow names a channel. */
export async function findFirstUnread(db: Db, reader: Reader, narrow: Narrow): Promise<number | undefined> {
  const conditions: Condition[] = [...narrow.conditions, { kind: 'unread', negated: false }]
  const personal = { conditions, sharedHistory: false }
  const namesChannel = narrow.conditions.some(({ kind }) => kind === 'channel')
  const bound = namesChannel ? sql<boolean>`true` : isUnmuted(reader.userId)
  const [id] = await findMatching(db, reader, personal, bound, sql`order by id limit 1`)
  return id
}

const isUnmuted = (userId: number) => sql<boolean>`m.recipient_id not in (
  select recipient_id from subscription where user_id = ${userId} and active and is_muted)`

/**
 * Every place the reader may look at is searched in its own index for as many as are wanted, and the results are
 * merged: the cost depends on the number of places, not on how many messages there are.
 */
async function findMatching(
  db: Db,
  reader: Reader,
  narrow: Narrow,
  bound: RawBuilder<boolean>,
  ordered: Sql,
): Promise<number[]> {
  const conditions = all([
    bound,
    ...narrow.conditions.map((condition) => conditionSql(condition, reader.userId)),
  ])
  const relation = sql`
    left join message_flag f on f.user_id = ${reader.userId} and f.message_id = m.id
    left join read_state rs on rs.user_id = ${reader.userId} and rs.recipient_id = m.recipient_id`
  const { rows } = await sql<{ id: number }>`
    with source as materialized (${sourcesOf(reader, narrow)})
    (
      select found.id from source cross join lateral (
        select m.id from message m ${relation}
        where m.recipient_id = source.recipient_id and source.received @> m.id and ${conditions}
        ${ordered}
      ) as found
      union
      ${narrow.sharedHistory ? nothing : addedLater(reader, conditions, ordered, relation)}
    )
    ${ordered}`.execute(db)
  return rows.map((row) => row.id)
}

const nothing = sql`select null::bigint as id where false`

/** Messages that came into the reader's history later, by a star for example. */
function addedLater(reader: Reader, conditions: RawBuilder<boolean>, ordered: Sql, relation: Sql): Sql {
  return sql`(
    select m.id from message_flag added
    join message m on m.id = added.message_id
    cross join (select '{}'::int8multirange as received) as source
    ${relation}
    where added.user_id = ${reader.userId} and added.flags & ${bits.historical}::integer <> 0
      and m.recipient_id <> all(${reader.closed}::bigint[]) and ${conditions}
    ${ordered}
  )`
}

/** Where to look: recipients, and the range of messages in each. */
function sourcesOf(reader: Reader, narrow: Narrow): Sql {
  const named = narrow.conditions.filter((condition) => !condition.negated)
  const limits = named.flatMap((condition) => recipientsSql(condition) ?? [])
  if (narrow.sharedHistory) {
    return sql`
      select id as recipient_id, '{(,)}'::int8multirange as received from recipient
      where ${all(limits.map((limit) => sql<boolean>`id in (${limit})`))}`
  }
  const here = limits.map((limit) => sql<boolean>`recipient_id in (${limit})`)
  return sql`
    select recipient_id, received from subscription
    where ${all([sql<boolean>`user_id = ${reader.userId} and recipient_id <> all(${reader.closed}::bigint[])`, ...here])}
    union all
    select recipient_id, '{(,)}'::int8multirange from recipient_member
    where ${all([sql<boolean>`user_id = ${reader.userId}`, ...here])}`
}

/** The recipients a condition is about, where it is about recipients. */
function recipientsSql(condition: Condition): Sql | undefined {
  switch (condition.kind) {
    case 'channel':
      return sql`${condition.recipientId}::bigint`
    case 'public-channels':
      return sql`select unnest(${condition.recipientIds}::bigint[])`
    case 'conversation':
      return sql`select id from recipient where user_set = ${userSetName(condition.userIds)}`
    default:
      return undefined
  }
}

function conditionSql(condition: Condition, userId: number): RawBuilder<boolean> {
  const meant = positiveSql(condition, userId)
  return condition.negated ? sql<boolean>`not ${meant}` : meant
}

function positiveSql(condition: Condition, userId: number): RawBuilder<boolean> {
  switch (condition.kind) {
    case 'channel':
    case 'public-channels':
    case 'conversation':
      return sql`(m.recipient_id in (${recipientsSql(condition)}))`
    case 'topic':
      return sql`(m.is_channel and lower(m.topic) = lower(${condition.topic}))`
    case 'sender':
      return sql`(m.sender_id = ${condition.userId})`
    case 'id':
      return sql`(m.id = ${condition.id})`
    case 'direct':
      return sql`(not m.is_channel)`
    case 'resolved':
      return sql`(m.is_channel and starts_with(m.topic, '\u2714 '))`
    case 'unread':
      return unread(userId)
    case 'flag':
      return sql`(coalesce(f.flags, 0) & ${condition.mask}::integer <> 0)`
  }
}

/** Messages by ID as one reader has them, ascending. Which of them the reader may see is decided before. */
export async function loadMessages(db: Db, userId: number, ids: readonly number[]): Promise<FetchedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<FetchedRow>`
    select m.id, m.recipient_id, r.user_ids, m.sender_id, m.topic, m.content, m.rendered_content, m.client, m.sent_at,
      coalesce(f.flags, 0) as flags, source.received @> m.id as received, not ${unread(userId)} as read
    from message m
    join recipient r on r.id = m.recipient_id
    left join subscription s on s.user_id = ${userId} and s.channel_id = r.channel_id
    cross join lateral (select case
      when r.channel_id is null then '{(,)}'::int8multirange else coalesce(s.received, '{}') end as received) as source
    left join message_flag f on f.user_id = ${userId} and f.message_id = m.id
    left join read_state rs on rs.user_id = ${userId} and rs.recipient_id = m.recipient_id
    where m.id = any(${ids}::bigint[])
    order by m.id`.execute(db)
  return rows
}
