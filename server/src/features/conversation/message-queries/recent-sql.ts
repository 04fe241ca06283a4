import { type RawBuilder, sql } from 'kysely'
import { numberArray, textArray } from '../../../db/array-literals.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import type { RecentPlace } from '../../../realms/recent-messages.ts'
import { userSetName } from '../messages/conversation-store.ts'
import { type AttachedTexts, attachedColumns } from './fetched-sql.ts'
import type { Sql } from './narrow-sql.ts'

/** Messages without their texts, in one row. */
export interface RecentTexts extends AttachedTexts {
  /** The end of the log in the same snapshot. */
  position: number
  /** The lowest ID that the query found, in any organization. */
  lowest: number | null
  count: number
  /** Lines of ID, version, sender, recipient, whether it mentions the channel, and participants. */
  messages: string | null
}

const columns = sql`m.id, m.xmin as version, m.sender_id, m.recipient_id, m.is_channel, m.channel_wildcard, m.realm_id`

export const positionSql = (realmId: number) =>
  sql`(select last_seq from realm_log where realm_id = ${realmId})`

/** A query for the newest messages of a place. */
export function newestIn(place: RecentPlace, recipientId: number | undefined, limit: number): Sql {
  const newest = sql`order by m.id desc limit ${sql.raw(String(limit))}`
  switch (place.kind) {
    case 'channel':
      return sql`select ${columns} from message m where m.recipient_id = ${recipientId} ${newest}`
    case 'topic':
      return sql`
        select ${columns} from message m
        where m.recipient_id = ${recipientId} and m.is_channel and lower(m.topic) = lower(${place.topic}) ${newest}`
    case 'conversation':
      return sql`
        select ${columns} from message m
        where m.recipient_id = (select id from recipient where user_set = ${userSetName(place.userIds)}) ${newest}`
    case 'everywhere':
      // Messages of all organizations: no index has only those of one.
      return sql`select ${columns} from message m ${newest}`
  }
}

export const withIds = (ids: readonly number[]): Sql =>
  sql`select ${columns} from message m where m.id = any(${ids}::bigint[])`

export const recentTexts = (realmId: number, found: Sql): RawBuilder<RecentTexts> => sql`
  with found as materialized (
    ${found}
  ), ids as materialized (
    select array(select id from found where realm_id = ${realmId}) as list
  )
  select ${positionSql(realmId)} as position, (select min(id) from found) as lowest, (select count(*) from found) as count, (
    select string_agg(concat_ws(' ', m.id, m.version, m.sender_id, m.recipient_id, m.channel_wildcard::integer,
      case when not m.is_channel then (select array_to_string(user_ids, ',') from recipient where id = m.recipient_id) end), E'\n')
    from found m where realm_id = ${realmId}
  ) as messages, ${attachedColumns()}`

export interface ReaderStateTexts {
  /** The end of the log in the same snapshot. */
  position: number
  /** Lines of recipient and ranges of read messages. */
  read: string | null
  /** Lines of message and flags. */
  flags: string | null
  /** Whether the reader's history may contain further messages. */
  has_more: boolean
}

/** Messages whose state a reader needs. */
export interface ReadMessages {
  userId: number
  /** Ascending. */
  ids: readonly number[]
  recipientIds: readonly number[]
  /** In feeds of several conversations: the lowest ID that the feed covers. */
  feedFrom: number | undefined
}

/**
 * The states of several readers, in their order. Reads values from subqueries, so that PostgreSQL plans without knowing them: for known ones it would estimate less than for a prepared plan, and plan each time anew, which takes longer than to run it.
 */
export function readerStates(
  realmId: number,
  readers: readonly ReadMessages[],
): RawBuilder<ReaderStateTexts> {
  const numbers = (of: (reader: ReadMessages) => number) =>
    sql`(select ${numberArray(readers.map(of))}::bigint[])`
  const lists = (of: (reader: ReadMessages) => readonly number[]) =>
    sql`(select ${textArray(readers.map((reader) => numberArray(of(reader))))}::text[])`
  return sql`
    select ${positionSql(realmId)} as position, (
      select string_agg(recipient_id || ' ' || (read * int8multirange(int8range(r.ids[1], r.ids[cardinality(r.ids)], '[]')))::text, E'\n')
      from read_state where user_id = r.user_id and recipient_id = any(r.recipient_ids)
    ) as read, (
      select string_agg(message_id || ' ' || flags, E'\n')
      from message_flag where user_id = r.user_id and message_id = any(r.ids)
    ) as flags, case when r.feed_from < 0 then false else ${hasFlaggedFrom} end as has_more
    from (
      select user_id, ids::bigint[] as ids, recipient_ids::bigint[] as recipient_ids, feed_from, n
      from unnest(${numbers(({ userId }) => userId)}, ${lists(({ ids }) => ids)},
        ${lists(({ recipientIds }) => recipientIds)}, ${numbers(({ feedFrom }) => feedFrom ?? -1)})
        with ordinality as reader (user_id, ids, recipient_ids, feed_from, n)
      offset 0
    ) as r
    order by r.n`
}

/** Whether messages from an ID on are in a reader's history through a flag (star, mention) rather than a subscription. */
const hasFlaggedFrom = sql`exists (
  select from message_flag
  where user_id = r.user_id and flags & ${sql.raw(String(flagBits.historical | flagBits.delivered))} <> 0
    and message_id >= r.feed_from)`
