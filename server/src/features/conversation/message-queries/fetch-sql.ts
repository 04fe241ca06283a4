import { visibility } from '@loquat/contract'
import { type RawBuilder, sql } from 'kysely'
import { bits } from '../../../events/flag-bits.ts'
import type { Start } from './fetch-plan.ts'
import type { Condition, Narrow } from './narrow.ts'
import { all, conditionsSql, mentionBits, recipientsSql, type Sql } from './narrow-sql.ts'
import { isNearSql } from './search-sql.ts'

/** Who looks, and what of what they once received is closed to them now. */
export interface Reader {
  realmId: number
  userId: number
  /** Recipients of channels the reader may no longer read. */
  closed: number[]
  /** How many channels the reader is in. */
  channels: number
}

/** What is looked for: matching IDs in an order, no more than a number of them. */
export interface MessageQuery {
  reader: Reader
  narrow: Narrow
  /** The bound on IDs, for the column that holds them. */
  within(column: Sql): RawBuilder<boolean>
  descending: boolean
  limit: number
  /** Conditions besides those of the narrow. */
  more: Sql[]
}

const searchWindow = 131_072

/** The message at which the hunt begins; near it is looked first. */
export const anchorSql = (hunt: MessageQuery): RawBuilder<{ id: number }> =>
  sql`select m.id from message m where ${hunt.within(sql`m.id`)} order by m.id ${order(hunt)} limit 1`

/** One statement that finds what is looked for, beginning where the plan says. */
export function messageQuerySql(hunt: MessageQuery, start: Start, edge = 0): RawBuilder<{ id: number }> {
  const { reader, narrow } = hunt
  const found = foundFrom(hunt, start, edge)
  if (!narrow.sharedHistory && !isDirect(narrow)) found.push(viaFlags(hunt))
  const parts = found.map((part) => sql`(${part} ${ordered(hunt)})`)
  // A message may be found in two ways.
  const merged = parts.length === 1 ? sql`${found[0]}` : sql`${sql.join(parts, sql` union `)}`
  return sql`
    with source as materialized (${sourcesOf(reader, narrow)})
    ${merged} ${ordered(hunt)}`
}

function foundFrom(hunt: MessageQuery, start: Start, edge: number): Sql[] {
  switch (start.from) {
    case 'given':
    case 'conditions':
      return [byConditions(hunt)]
    case 'near words':
      return [byConditions(hunt, isNearSql(edge, hunt.descending))]
    case 'nearest':
      return [nearest(hunt, start.count)]
    case 'followed':
      return [inTopics(hunt, visibility.followed)]
    case 'flags':
      return [flagged(hunt, start.bit)]
    case 'mentions':
      return [flagged(hunt, mentionBits), byConditions(hunt, sql`m.channel_wildcard`)]
    case 'gaps':
      return [inGaps(hunt), flagged(hunt, bits.markedUnread)]
    case 'near places':
      return [
        byPlace(
          hunt,
          hunt.descending ? sql`m.id > ${edge - searchWindow}` : sql`m.id < ${edge + searchWindow}`,
        ),
      ]
    case 'places':
      return [byPlace(hunt)]
  }
}

const order = ({ descending }: MessageQuery) => sql.raw(descending ? 'desc' : 'asc')
const ordered = (hunt: MessageQuery) => sql`order by id ${order(hunt)} limit ${hunt.limit}`

/** Everything that a message must fulfil, apart from being in the reader's history. */
const matching = (hunt: MessageQuery, ...more: Sql[]) =>
  all([
    hunt.within(sql`m.id`),
    ...conditionsSql(hunt.narrow.conditions, hunt.reader.userId),
    ...hunt.more,
    ...more,
  ])

/**
 * What conditions need to know of m and its reader, looked up message by message: `offset 0` keeps PostgreSQL from
 * reading whole tables first to join with, and keeps the order that the messages come in.
 */
function relation(hunt: MessageQuery): Sql {
  const needs = (...kinds: Condition['kind'][]) =>
    hunt.narrow.conditions.some(({ kind }) => kinds.includes(kind))
  return sql`${needs('unread', 'mentioned', 'flag') ? flagsOf(hunt) : nothing} ${needs('unread') ? readOf(hunt) : nothing}`
}

const nothing = sql``

const flagsOf = ({ reader }: MessageQuery) => sql`
  left join lateral (
    select flags from message_flag where user_id = ${reader.userId} and message_id = m.id offset 0
  ) as f on true`

const readOf = ({ reader }: MessageQuery) => sql`
  left join lateral (
    select read from read_state where user_id = ${reader.userId} and recipient_id = m.recipient_id offset 0
  ) as rs on true`

const everything = sql`'{[0,)}'::int8multirange`

const isOpen = ({ closed }: Reader, column: Sql) =>
  closed.length === 0 ? sql<boolean>`true` : sql<boolean>`${column} <> all(${closed}::bigint[])`

/** Joins m with what the reader received of its place, message by message as above. */
function membership({ reader, narrow }: MessageQuery): Sql {
  // A conversation that a narrow names has the reader in it.
  const isOwn = narrow.conditions.some(({ kind, negated }) => kind === 'conversation' && !negated)
  if (narrow.sharedHistory || isOwn) return sql`cross join (select ${everything} as received) as source`
  return sql`
    join lateral (
      select case when m.is_channel
        then (select received from subscription
          where user_id = ${reader.userId} and recipient_id = m.recipient_id and ${isOpen(reader, sql`recipient_id`)})
        else (select ${everything} from recipient_member
          where user_id = ${reader.userId} and recipient_id = m.recipient_id) end as received
      offset 0
    ) as source on source.received @> m.id`
}

/** The places to look at, and what of each. */
function sourcesOf(reader: Reader, narrow: Narrow): Sql {
  const stated = narrow.conditions.filter((condition) => !condition.negated)
  const limits = stated.flatMap((condition) => recipientsSql(condition) ?? [])
  if (narrow.sharedHistory) {
    return sql`
      select id as recipient_id, ${everything} as received from recipient
      where ${all(limits.map((limit) => sql`id in (${limit})`))}`
  }
  const here = limits.map((limit) => sql`recipient_id in (${limit})`)
  const channels = sql`
    select recipient_id, received from subscription
    where ${all([sql`user_id = ${reader.userId}`, isOpen(reader, sql`recipient_id`), ...here])}`
  const conversations = sql`
    select recipient_id, ${everything} from recipient_member
    where ${all([sql`user_id = ${reader.userId}`, ...here])}`
  return isDirect(narrow)
    ? sql`select * from (${conversations}) as direct (recipient_id, received)`
    : sql`${channels} union all ${conversations}`
}

function byPlace(hunt: MessageQuery, ...more: Sql[]): Sql {
  return sql`
    select found.id from source cross join lateral (
      select m.id from message m ${relation(hunt)}
      where m.recipient_id = source.recipient_id and source.received @> m.id and ${matching(hunt, ...more)}
      ${ordered(hunt)}
    ) as found`
}

/** The organization stands before the ID in indexes of what few messages are. */
const byConditions = (hunt: MessageQuery, ...more: Sql[]) => sql`
  select m.id from message m ${membership(hunt)} ${relation(hunt)}
  where m.realm_id = ${hunt.reader.realmId} and ${matching(hunt, ...more)}`

function nearest(hunt: MessageQuery, count: number): Sql {
  return sql`
    select m.id from (
      select * from message m where ${hunt.within(sql`m.id`)} order by m.id ${order(hunt)} limit ${count}
    ) as m ${membership(hunt)} ${relation(hunt)} where ${matching(hunt)}`
}

function inTopics(hunt: MessageQuery, policy: number): Sql {
  return sql`
    select found.id from user_topic t join source on source.recipient_id = t.recipient_id
    cross join lateral (
      select m.id from message m ${relation(hunt)}
      where m.recipient_id = t.recipient_id and m.is_channel and lower(m.topic) = lower(t.topic)
        and source.received @> m.id and ${matching(hunt)}
      ${ordered(hunt)}
    ) as found
    where t.user_id = ${hunt.reader.userId} and t.policy = ${policy}`
}

/** From the reader's rows with a bit. Each of the masks in use has an index, with the number written as here. */
function flagged(hunt: MessageQuery, mask: number): Sql {
  return sql`
    select m.id from message_flag f join message m on m.id = f.message_id
    ${membership(hunt)} ${readOf(hunt)}
    where f.user_id = ${hunt.reader.userId} and f.flags & ${sql.raw(String(mask))} <> 0
      and ${hunt.within(sql`f.message_id`)} and ${matching(hunt)}`
}

/** Whether only direct messages are looked for, which come into a history in one way. */
const isDirect = ({ conditions }: Narrow) =>
  conditions.some(
    ({ kind, negated }) => !negated && (kind === 'direct' || kind === 'including' || kind === 'conversation'),
  )

/** What came into the reader's history otherwise than by being in its place: by a star, or a mention from outside. */
function viaFlags(hunt: MessageQuery): Sql {
  const mask = bits.historical | bits.delivered
  return sql`
    select m.id from message_flag f join message m on m.id = f.message_id
    cross join (select '{}'::int8multirange as received) as source ${readOf(hunt)}
    where f.user_id = ${hunt.reader.userId} and f.flags & ${sql.raw(String(mask))} <> 0
      and ${hunt.within(sql`f.message_id`)} and ${isOpen(hunt.reader, sql`m.recipient_id`)} and ${matching(hunt)}`
}

/** Being in a gap is being unread, so that need not be asked again. */
function inGaps(whole: MessageQuery): Sql {
  const { userId } = whole.reader
  const others = whole.narrow.conditions.filter(({ kind, negated }) => kind !== 'unread' || negated)
  const hunt = { ...whole, narrow: { ...whole.narrow, conditions: others } }
  return sql`
    select found.id from source
    cross join lateral unnest(source.received - coalesce((
      select read from read_state where user_id = ${userId} and recipient_id = source.recipient_id), '{}')) as gap
    cross join lateral (
      select m.id from message m ${relation(hunt)}
      where m.recipient_id = source.recipient_id and m.sender_id <> ${userId}
        and m.id >= lower(gap) and m.id < coalesce(upper(gap), 9223372036854775807) and ${matching(hunt)}
      ${ordered(hunt)}
    ) as found`
}
