import { type RawBuilder, sql } from 'kysely'
import { flagBits } from '../../../events/flag-bits.ts'
import type { FetchedRow, StoredMessage } from '../messages/present.ts'
import { type Sql, unreadSql } from './narrow-sql.ts'

/** The parts of a message that are the same for all readers. */
export interface VersionedMessage extends StoredMessage {
  /** Identifies the version of the row: the transaction that wrote it. */
  version: string
}

/** Found messages in one row, because many small columns take the driver longer than one text. */
export interface FoundTexts extends AttachedTexts {
  /** Lines of ID, version and state (`stateSql`). */
  messages: string | null
}

/** Lines of message ID and JSON. */
export interface AttachedTexts {
  reactions: string | null
  submessages: string | null
}

/** Columns of the message m that the statements below need. */
export const foundColumns = sql`m.id, m.xmin as version, m.recipient_id, m.is_channel, m.sender_id, m.channel_wildcard`

export const foundIds = (found: Sql): RawBuilder<{ id: number }> =>
  sql`select id from (${found}) as found order by id`

/** Found messages as a user sees them, without their content. */
export const foundTexts = (userId: number, found: Sql): RawBuilder<FoundTexts> => sql`
  with ${foundCtes(userId, found)}
  select (
    select string_agg(m.id || ' ' || m.version::text || ' ' || ${stateSql(userId)}, E'\n') from ${foundJoins}
  ) as messages, ${attachedColumns()}`

/**
 * Found messages as a user sees them, ascending. Looks everything up for each message: planning takes less time than for `foundTexts`, which
 * counts for searches, because they are planned each time.
 */
export const fetchedRows = (userId: number, found: Sql): RawBuilder<FetchedRow> => sql`
  select stored.id, ${storedColumns}, ${flagsSql} as flags, source.received @> m.id as received, not ${unreadSql(userId)} as read,
    (select json_agg(${reactionSql}::json order by x.id) from reaction x where x.message_id = m.id) as reactions,
    (select json_agg(${submessageSql}::json order by x.id) from submessage x where x.message_id = m.id) as submessages
  from message as stored
  cross join lateral (select stored.id, stored.sender_id, stored.channel_wildcard) as m
  cross join lateral (
    select case when stored.is_channel then coalesce((
      select received from subscription where user_id = ${userId} and recipient_id = stored.recipient_id), '{}')
      else '{(,)}'::int8multirange end as received
    offset 0
  ) as source
  left join lateral (
    select flags from message_flag where user_id = ${userId} and message_id = stored.id offset 0
  ) as f on true
  left join lateral (
    select read from read_state where user_id = ${userId} and recipient_id = stored.recipient_id offset 0
  ) as rs on true
  where stored.id = any(array(select id from (${found}) as found))
  order by stored.id`

/** The messages with these IDs, for `fetchedRows`. */
export const withIds = (ids: readonly number[]): Sql =>
  sql`select ${foundColumns} from message m where m.id = any(${ids}::bigint[])`

export const storedMessages = (ids: readonly number[]): RawBuilder<VersionedMessage> => sql`
  select stored.id, stored.xmin::text as version, ${storedColumns}
  from message as stored where stored.id = any(${ids}::bigint[])`

const storedColumns = sql`
  stored.recipient_id, stored.sender_id, stored.topic, stored.content, stored.rendered_content, stored.client, stored.sent_at,
  stored.last_edit_at, stored.last_moved_at, stored.edit_history,
  case when not stored.is_channel then (select user_ids from recipient where id = stored.recipient_id) end as user_ids`

/**
 * The found messages (m), the reader's ranges in their conversations (source), and flags (f). Reads ranges once per conversation, and flags
 * of all messages together, because most have none. Materialized, so that the plan does not depend on statistics.
 */
const foundCtes = (userId: number, found: Sql) => sql`
  m as materialized (
    ${found}
  ), ids as materialized (
    select array(select id from m) as list
  ), source as materialized (
    select p.recipient_id,
      case when p.is_channel then coalesce((
        select received from subscription where user_id = ${userId} and recipient_id = p.recipient_id), '{}')
        else '{(,)}'::int8multirange end as received,
      (select read from read_state where user_id = ${userId} and recipient_id = p.recipient_id) as read
    from (select distinct recipient_id, is_channel from m) as p
  ), f as materialized (
    select message_id, flags from message_flag where user_id = ${userId} and ${isFound(sql`message_id`)}
  )`

const foundJoins = sql`m
  join source on source.recipient_id = m.recipient_id
  cross join lateral (select source.read) as rs
  left join f on f.message_id = m.id`

const isFound = (column: Sql) => sql`${column} = any((select list from ids)::bigint[])`

const flagsSql = sql`coalesce(f.flags, 0)
  | case when m.channel_wildcard and source.received @> m.id then ${sql.lit(flagBits.stream_wildcard_mentioned)} else 0 end`

/** The flags, whether the message is read, and whether it was received, in one number. */
const stateSql = (userId: number) => sql`((${flagsSql}) * 4
  + case when ${unreadSql(userId)} then 0 else 2 end + case when source.received @> m.id then 1 else 0 end)`

export const parseState = (state: number) => ({
  flags: state >> 2,
  read: (state & 2) !== 0,
  received: (state & 1) !== 0,
})

/** An object as JSON, and the text of members that may be missing. Joining texts takes a fraction of the time of `json_build_object`. */
function objectSql(fields: Record<string, Sql>, optional: Sql = sql``): Sql {
  const members = Object.entries(fields).map(
    ([name, value]) => sql`${sql.lit(`"${name}":`)} || to_json(${value})`,
  )
  return sql`('{' || ${sql.join(members, sql` || ',' || `)}${optional} || '}')`
}

const reactionSql = objectSql(
  {
    emoji_name: sql`x.emoji_name`,
    emoji_code: sql`x.emoji_code`,
    reaction_type: sql`x.reaction_type`,
    user_id: sql`x.user_id`,
  },
  sql` || coalesce(',"skin_tone":' || to_json(x.skin_tone), '')`,
)

const submessageSql = objectSql({
  id: sql`x.id`,
  message_id: sql`x.message_id`,
  sender_id: sql`x.sender_id`,
  msg_type: sql`x.msg_type`,
  content: sql`x.content`,
})

/** Reactions and submessages of the messages in the list `ids`, in columns of `AttachedTexts`. */
export const attachedColumns = (): Sql => sql`(
    select string_agg(x.message_id || ' ' || ${reactionSql}, E'\n' order by x.id) from reaction x
    where ${isFound(sql`x.message_id`)}
  ) as reactions, (
    select string_agg(x.message_id || ' ' || ${submessageSql}, E'\n' order by x.id) from submessage x
    where ${isFound(sql`x.message_id`)}
  ) as submessages`
