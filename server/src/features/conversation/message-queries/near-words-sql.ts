import { newestAnchor } from '@loquat/contract'
import { type RawBuilder, sql } from 'kysely'
import type { RangeSide } from './fetch-range.ts'
import type { Sql } from './narrow-sql.ts'
import { positionSql } from './recent-sql.ts'
import type { SearchQuery } from './search-query.ts'
import { blockOf, idBlockSize, isNearSql, searchSql } from './search-sql.ts'

/** Messages with the words of a search near an anchor, including those that the reader cannot see, and the reader's state, in one row. */
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
): RawBuilder<NearWordsTexts> {
  const anchor = sides[0]?.anchor ?? newestAnchor
  const isOwn = sql`user_id = (select ${userId}::bigint)`
  return sql`
    with first as materialized (
      select (${firstId(anchor, true)}) as below, (${firstId(anchor, false)}) as above
    ), found as materialized (
      ${sql.join(
        sides.map((side) => sql`(${candidatesOf(realmId, query, side)})`),
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
    coalesce((select ${blockOf(sql`below`)} < 2 from first), true) as ends_below,
    coalesce((select (${blockOf(sql`above`)} + 2) * ${idBlockSize} > (select max(id) from message) from first), true) as ends_above`
}

/** The message nearest to an anchor on one side. */
const firstId = (anchor: number, descending: boolean): Sql =>
  descending
    ? sql`select id from message where id < ${anchor} order by id desc limit 1`
    : sql`select id from message where id >= ${anchor} order by id limit 1`

function candidatesOf(realmId: number, query: SearchQuery, { direction, anchor, candidates }: NearSide): Sql {
  const descending = direction === 'below'
  const isOnSide = descending ? sql`m.id < ${anchor}` : sql`m.id >= ${anchor}`
  const near = isNearSql(descending ? sql`select below from first` : sql`select above from first`, descending)
  return sql`
    select m.id, m.xmin as version, m.recipient_id, m.is_channel from message m
    where m.realm_id = ${realmId} and ${isOnSide} and ${near} and ${searchSql({ ...query, isHidden: true })}
    order by m.id ${sql.raw(descending ? 'desc' : 'asc')} limit ${sql.raw(String(candidates))}`
}
