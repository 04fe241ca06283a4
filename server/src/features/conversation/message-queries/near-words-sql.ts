import { newestAnchor } from '@loquat/contract'
import { type RawBuilder, sql } from 'kysely'
import { flagBits } from '../../../events/flag-bits.ts'
import type { RangeSide } from './fetch-range.ts'
import type { Sql } from './narrow-sql.ts'
import { positionSql } from './recent-sql.ts'
import type { SearchQuery } from './search-query.ts'
import { blockOf, hasWordsSql, idBlockSize, isNearSql, rechecksSql } from './search-sql.ts'
import { hiddenValues } from './values-sql.ts'
import type { WordStep } from './word-steps.ts'

/** Messages with the words of a search near an anchor in conversations of the reader, and the reader's state, in one row. */
export interface NearWordsTexts {
  /** The end of the log in the same snapshot. */
  position: number
  /** Lines of ID, version, recipient, and for direct messages whether the reader takes part. */
  messages: string | null
  /** Lines of recipient and ranges of read messages. */
  read: string | null
  /** Lines of message and flags. */
  flags: string | null
  /** Whether there are no messages further down, and up. */
  ends_below: boolean
  ends_above: boolean
}

/** A side of a range, and how many messages to read there at most. */
export type NearSide = RangeSide & { candidates: number }

/** Values are in subqueries, as in `readerStates`, so that PostgreSQL plans without knowing them. */
export function nearWords(
  realmId: number,
  userId: number,
  query: SearchQuery,
  sides: readonly NearSide[],
  step: WordStep,
): RawBuilder<NearWordsTexts> {
  const anchor = sides[0]?.anchor ?? newestAnchor
  const isOwn = sql`user_id = (select ${userId}::bigint)`
  return sql`
    with first as materialized (
      select (${firstId(anchor, true)}) as below, (${firstId(anchor, false)}) as above
    ), found as materialized (
      ${sql.join(
        sides.map((side) => sql`(${candidatesOf(realmId, userId, query, side, step)})`),
        sql` union all `,
      )}
    ), ends as materialized (
      select min(id) as lowest, max(id) as highest, array_agg(id) as ids, array_agg(distinct recipient_id) as recipients
      from found
    )
    select ${positionSql(realmId)} as position, (
      select string_agg(concat_ws(' ', id, version, recipient_id, case when not is_channel then exists (
        select from recipient_member rm where ${isOwn} and rm.recipient_id = found.recipient_id)::integer end), E'\\n')
      from found
    ) as messages, (
      select string_agg(recipient_id || ' ' || (read * (select int8multirange(int8range(lowest, highest, '[]')) from ends))::text, E'\\n')
      from read_state where ${isOwn} and recipient_id = any((select recipients from ends)::bigint[])
    ) as read, (
      select string_agg(message_id || ' ' || flags, E'\\n')
      from message_flag where ${isOwn} and message_id = any((select ids from ends)::bigint[])
    ) as flags,
    ${endsBelow(step)} as ends_below, ${endsAbove(step)} as ends_above`
}

/** Whether a step reaches the oldest message, and the newest one. */
const endsBelow = (step: WordStep): Sql =>
  step.by === 'blocks'
    ? sql`coalesce((select ${blockOf(sql`below`)} < ${numberSql(step.blocks)} from first), true)`
    : sql.raw(String(step.by === 'all'))
const endsAbove = (step: WordStep): Sql =>
  step.by === 'blocks'
    ? sql`coalesce((select (${blockOf(sql`above`)} + ${numberSql(step.blocks)}) * ${idBlockSize} > (select max(id) from message) from first), true)`
    : sql.raw(String(step.by === 'all'))

/** Part of the text, because each step is a statement with a plan of its own. */
const numberSql = (value: number) => sql.raw(String(value))

/** The message nearest to an anchor on one side. */
const firstId = (anchor: number, descending: boolean): Sql =>
  descending
    ? sql`select id from message where id < ${anchor} order by id desc limit 1`
    : sql`select id from message where id >= ${anchor} order by id limit 1`

function candidatesOf(
  realmId: number,
  userId: number,
  query: SearchQuery,
  { direction, anchor, candidates }: NearSide,
  step: WordStep,
): Sql {
  const descending = direction === 'below'
  const isOnSide = (id: Sql) => (descending ? sql`${id} < ${anchor}` : sql`${id} >= ${anchor}`)
  const order = sql.raw(descending ? 'desc' : 'asc')
  const columns = sql`m.id, m.xmin as version, m.recipient_id, m.is_channel`
  const first = sql`order by id ${order} limit ${numberSql(candidates)}`
  // `case` decides in this order: whether a message may be the reader's takes less time than its words and its text.
  const isOwn = mayBeOwn(userId)
  if (step.by === 'walk') {
    const matches = sql.join([hasWordsSql(query, hiddenValues), ...rechecksSql(query)], sql` and `)
    return sql`
      select ${columns} from (
        select m.xmin, m.* from message m where ${isOnSide(sql`m.id`)} order by m.id ${order} limit ${numberSql(step.messages)}
      ) as m
      where m.realm_id = ${realmId} and case when ${isOwn} then ${matches} else false end ${first}`
  }
  const matches = sql.join([sql`true`, ...rechecksSql(query)], sql` and `)
  const near =
    step.by === 'blocks'
      ? isNearSql(
          descending ? sql`select below from first` : sql`select above from first`,
          descending,
          step.blocks,
        )
      : sql`true`
  // Sorted apart, and with an ID that no index has: PostgreSQL could read all messages in their order, or all IDs below the anchor.
  return sql`
    select * from (
      select ${columns} from message m
      where m.realm_id = ${realmId} and ${isOnSide(sql`m.id + 0`)} and ${near} and ${hasWordsSql(query, hiddenValues)}
        and case when ${isOwn} then ${matches} else false end
      offset 0
    ) as m ${first}`
}

/** Whether a message is in a conversation that the reader is or was in, or has a flag that adds it to their history. */
const mayBeOwn = (userId: number): Sql => sql`(
  m.recipient_id in (
    select recipient_id from subscription where user_id = (select ${userId}::bigint)
    union all select recipient_id from recipient_member where user_id = (select ${userId}::bigint))
  or m.id in (select message_id from message_flag
    where user_id = (select ${userId}::bigint) and flags & ${sql.raw(String(addedBits))} <> 0))`

/** Flags that add a message to a history; the index on them has this number. */
const addedBits = flagBits.historical | flagBits.delivered
