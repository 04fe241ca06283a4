import { visibility } from '@loquat/contract'
import { type RawBuilder, sql } from 'kysely'
import { flagBits } from '../../../events/flag-bits.ts'
import { dependsOnReader, type QueryStart, suitsOnePlan } from './fetch-plan.ts'
import type { Condition, Narrow } from './narrow.ts'
import { allOf, conditionsSql, mentionBits, recipientsSql, type Sql } from './narrow-sql.ts'
import { isNearSql } from './search-sql.ts'
import { hiddenValues, knownValues, type StatementValues } from './values-sql.ts'

/** The reader and the channels they have lost access to. */
export interface HistoryReader {
  realmId: number
  userId: number
  /** Recipients of channels that the reader can no longer read. */
  closedRecipients: number[]
  /** Number of channels the reader is subscribed to. */
  channelCount: number
}

/** A query for matching messages, ordered and limited. */
export interface MessageQuery {
  reader: HistoryReader
  narrow: Narrow
  /** The range of IDs, as a condition on an ID column. */
  within(column: Sql, values: StatementValues): RawBuilder<boolean>
  descending: boolean
  limit: number
  /** Columns of the message m to return; the first one is its ID. */
  columns: Sql
  /** Conditions in addition to the narrow. */
  extraConditions: Sql[]
}

/** A query of which it is decided whether PostgreSQL knows its values. */
interface PlannedQuery extends MessageQuery {
  values: StatementValues
}

const searchWindowIds = 131_072

/** The first message in the range, near which the search starts. */
export const anchorSql = (query: MessageQuery): RawBuilder<{ id: number }> =>
  sql`select m.id from message m where ${query.within(sql`m.id`, hiddenValues)} order by m.id ${order(query)} limit 1`

/** One statement that runs the query with the given start. */
export function messageQuerySql(whole: MessageQuery, start: QueryStart, anchorId = 0): Sql {
  const query = { ...whole, values: suitsOnePlan(whole.narrow, start) ? hiddenValues : knownValues }
  const { reader, narrow } = query
  const found = partsFor(query, start, anchorId)
  if (!narrow.sharedHistory && !isDirect(narrow)) found.push(viaFlags(query))
  const parts = found.map((part) => sql`(${part} ${orderAndLimit(query)})`)
  // `union` removes messages found in two ways.
  const merged = parts.length === 1 ? sql`${found[0]}` : sql`${sql.join(parts, sql` union `)}`
  return sql`
    with source as materialized (${sourcesOf(reader, narrow)})
    ${merged} ${orderAndLimit(query)}`
}

function partsFor(query: PlannedQuery, start: QueryStart, anchorId: number): Sql[] {
  switch (start.from) {
    case 'given':
    case 'conditions':
      return [byConditions(query)]
    case 'near words':
      return [nearWords(query)]
    case 'nearest':
      return [nearest(query, start.count)]
    case 'followed':
      return [inTopics(query, visibility.followed)]
    case 'flags':
      return [flagged(query, start.bit)]
    case 'mentions':
      return [flagged(query, mentionBits), byConditions(query, sql`m.channel_wildcard`)]
    case 'gaps':
      return [inGaps(query), flagged(query, flagBits.markedUnread)]
    case 'near places':
      return [
        byConversation(
          query,
          query.descending
            ? sql`m.id > ${anchorId - searchWindowIds}`
            : sql`m.id < ${anchorId + searchWindowIds}`,
        ),
      ]
    case 'places':
      return [byConversation(query)]
  }
}

const order = ({ descending }: MessageQuery) => sql.raw(descending ? 'desc' : 'asc')
/** The limit is part of the text: for a parameter, PostgreSQL would assume a tenth of all rows, and plan each time anew. */
const orderAndLimit = (query: MessageQuery) =>
  sql`order by id ${order(query)} limit ${numberSql(query.limit)}`
const numberSql = (value: number) => sql.raw(String(value))

const isWithin = ({ within, values }: PlannedQuery, column: Sql) => within(column, values)

/** All conditions on a message except membership in the reader's history. */
const matching = (query: PlannedQuery, ...more: Sql[]) =>
  allOf([
    isWithin(query, sql`m.id`),
    ...conditionsSql(query.narrow.conditions, query.reader.userId, query.values),
    ...query.extraConditions,
    ...more,
  ])

/**
 * Joins the reader's flags and read state, row by row: `offset 0` keeps PostgreSQL from scanning whole tables
 * for the join and preserves the order of messages.
 */
function readerJoins(query: PlannedQuery): Sql {
  const needs = (...kinds: Condition['kind'][]) =>
    query.narrow.conditions.some(({ kind }) => kinds.includes(kind))
  return sql`${needs('unread', 'mentioned', 'flag') ? flagsOf(query) : noSql} ${needs('unread') ? readOf(query) : noSql}`
}

const noSql = sql``

const flagsOf = ({ reader }: MessageQuery) => sql`
  left join lateral (
    select flags from message_flag where user_id = ${reader.userId} and message_id = m.id offset 0
  ) as f on true`

const readOf = ({ reader }: MessageQuery) => sql`
  left join lateral (
    select read from read_state where user_id = ${reader.userId} and recipient_id = m.recipient_id offset 0
  ) as rs on true`

const allIds = sql`'{[0,)}'::int8multirange`

/**
 * PostgreSQL takes a bare `@>` for so rare that it would read everything instead of stopping at the limit. A search needs that: the words
 * are in few messages, and their index has no order.
 */
const isReceived = ({ conditions }: Narrow) =>
  conditions.some(({ kind }) => kind === 'search')
    ? sql<boolean>`source.received @> m.id`
    : sql<boolean>`coalesce(source.received @> m.id, false)`

/** Joins the received ranges one by one, so that their bounds limit the scan of an index. */
const receivedSpans = sql`cross join lateral unnest(source.received) as span`
const isInSpan = sql<boolean>`
  m.id >= coalesce(lower(span), 0) and m.id < coalesce(upper(span), 9223372036854775807)`

const isAccessible = ({ closedRecipients: closed }: HistoryReader, column: Sql) =>
  closed.length === 0 ? sql<boolean>`true` : sql<boolean>`${column} <> all(${closed}::bigint[])`

/** Joins the ranges the reader received in the message's conversation, row by row as above. */
function membershipJoin({ reader, narrow }: PlannedQuery): Sql {
  // A direct conversation in a narrow always includes the reader.
  const isOwn = narrow.conditions.some(({ kind, negated }) => kind === 'conversation' && !negated)
  if (narrow.sharedHistory || isOwn) return sql`cross join (select ${allIds} as received) as source`
  return sql`
    join lateral (
      select case when m.is_channel
        then (select received from subscription
          where user_id = ${reader.userId} and recipient_id = m.recipient_id and ${isAccessible(reader, sql`recipient_id`)})
        else (select ${allIds} from recipient_member
          where user_id = ${reader.userId} and recipient_id = m.recipient_id) end as received
      offset 0
    ) as source on ${isReceived(narrow)}`
}

/** The conversations to search, with the received ranges of each. */
function sourcesOf(reader: HistoryReader, narrow: Narrow): Sql {
  const stated = narrow.conditions.filter((condition) => !condition.negated)
  const limits = stated.flatMap((condition) => recipientsSql(condition) ?? [])
  if (narrow.sharedHistory) {
    return sql`
      select id as recipient_id, ${allIds} as received from recipient
      where ${allOf(limits.map((limit) => sql`id in (${limit})`))}`
  }
  const here = limits.map((limit) => sql`recipient_id in (${limit})`)
  const channels = sql`
    select recipient_id, received from subscription
    where ${allOf([sql`user_id = ${reader.userId}`, isAccessible(reader, sql`recipient_id`), ...here])}`
  const conversations = sql`
    select recipient_id, ${allIds} from recipient_member
    where ${allOf([sql`user_id = ${reader.userId}`, ...here])}`
  return isDirect(narrow)
    ? sql`select * from (${conversations}) as direct (recipient_id, received)`
    : sql`${channels} union all ${conversations}`
}

function byConversation(query: PlannedQuery, ...more: Sql[]): Sql {
  return sql`
    select found.* from source ${receivedSpans} cross join lateral (
      select ${query.columns} from message m ${readerJoins(query)}
      where m.recipient_id = source.recipient_id and ${isInSpan} and ${matching(query, ...more)}
      ${orderAndLimit(query)}
    ) as found`
}

/**
 * The index of each rare property starts with the organization, followed by the ID. A conversation belongs to the organization: checking
 * that again for each message would keep PostgreSQL from finding them in the index alone.
 */
function byConditions(query: PlannedQuery, ...more: Sql[]): Sql {
  const isHere = namesConversation(query.narrow) ? [] : [sql`m.realm_id = ${query.reader.realmId}`]
  return sql`
    select ${query.columns} from message m ${membershipJoin(query)} ${readerJoins(query)}
    where ${allOf([...isHere, matching(query, ...more)])}`
}

const namesConversation = ({ conditions }: Narrow) =>
  conditions.some(({ kind, negated }) => !negated && (kind === 'channel' || kind === 'conversation'))

/** Columns that the conditions below a sort need. Texts and vectors would make it larger than the memory for it. */
const sortedColumns = sql`
  m.xmin, m.id, m.realm_id, m.recipient_id, m.is_channel, m.sender_id, m.channel_wildcard, m.topic, m.sent_at`

/**
 * Sorts the messages with the words before it checks whether they are in the reader's history, so that the checks end with the limit.
 */
function nearWords(query: PlannedQuery): Sql {
  const { reader, narrow, values, descending } = query
  const readers = narrow.conditions.filter(dependsOnReader)
  const others = narrow.conditions.filter((condition) => !dependsOnReader(condition))
  return sql`
    select ${query.columns} from (
      select ${sortedColumns} from message m
      where ${allOf([
        sql`m.realm_id = ${reader.realmId}`,
        isWithin(query, sql`m.id`),
        isNearSql(anchorSql(query), descending),
        ...conditionsSql(others, reader.userId, values),
      ])}
      order by m.id ${order(query)} offset 0
    ) as m ${membershipJoin(query)} ${readerJoins(query)}
    where ${allOf([...conditionsSql(readers, reader.userId, values), ...query.extraConditions])}`
}

function nearest(query: PlannedQuery, count: number): Sql {
  return sql`
    select ${query.columns} from (
      select m.xmin, m.* from message m where ${isWithin(query, sql`m.id`)} order by m.id ${order(query)} limit ${numberSql(count)}
    ) as m ${membershipJoin(query)} ${readerJoins(query)} where ${matching(query)}`
}

function inTopics(query: PlannedQuery, policy: number): Sql {
  return sql`
    select found.* from user_topic t join source on source.recipient_id = t.recipient_id
    ${receivedSpans} cross join lateral (
      select ${query.columns} from message m ${readerJoins(query)}
      where m.recipient_id = t.recipient_id and m.is_channel and lower(m.topic) = lower(t.topic)
        and ${isInSpan} and ${matching(query)}
      ${orderAndLimit(query)}
    ) as found
    where t.user_id = ${query.reader.userId} and t.policy = ${policy}`
}

/** Starts from the reader's rows with a flag. Each mask in use has an index on exactly this expression. */
function flagged(query: PlannedQuery, mask: number): Sql {
  return sql`
    select ${query.columns} from message_flag f join message m on m.id = f.message_id
    ${membershipJoin(query)} ${readOf(query)}
    where f.user_id = ${query.reader.userId} and f.flags & ${sql.raw(String(mask))} <> 0
      and ${isWithin(query, sql`f.message_id`)} and ${matching(query)}`
}

/** Whether the narrow matches only direct messages, which are in a history by membership alone. */
const isDirect = ({ conditions }: Narrow) =>
  conditions.some(
    ({ kind, negated }) => !negated && (kind === 'direct' || kind === 'including' || kind === 'conversation'),
  )

/** Messages in the reader's history through a flag (star, mention) rather than a subscription. */
function viaFlags(query: PlannedQuery): Sql {
  const mask = flagBits.historical | flagBits.delivered
  return sql`
    select ${query.columns} from message_flag f join message m on m.id = f.message_id
    cross join (select '{}'::int8multirange as received) as source ${readOf(query)}
    where f.user_id = ${query.reader.userId} and f.flags & ${sql.raw(String(mask))} <> 0
      and ${isWithin(query, sql`f.message_id`)} and ${isAccessible(query.reader, sql`m.recipient_id`)} and ${matching(query)}`
}

/** Messages in a gap are unread, so that condition is dropped. */
function inGaps(whole: PlannedQuery): Sql {
  const { userId } = whole.reader
  const others = whole.narrow.conditions.filter(({ kind, negated }) => kind !== 'unread' || negated)
  const query = { ...whole, narrow: { ...whole.narrow, conditions: others } }
  return sql`
    select found.* from source
    cross join lateral unnest(source.received - coalesce((
      select read from read_state where user_id = ${userId} and recipient_id = source.recipient_id), '{}')) as gap
    cross join lateral (
      select ${query.columns} from message m ${readerJoins(query)}
      where m.recipient_id = source.recipient_id and m.sender_id <> ${userId}
        and m.id >= lower(gap) and m.id < coalesce(upper(gap), 9223372036854775807) and ${matching(query)}
      ${orderAndLimit(query)}
    ) as found`
}
