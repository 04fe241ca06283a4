import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import { IndexedGroup } from '../../../realms/indexed-group.ts'
import type { IndexedMessage, LoadedIndex, OlderMessages } from '../../../realms/message-index.ts'

/** How many messages of a channel are looked at for another sender. */
const lookedAt = 20

interface GroupRow {
  recipientId: number
  topic: string
  userIds: number[] | null
  ids: string
  senderIds: string
  wildcards: string | null
}

const numbersOf = (text: string | null) => (text === null ? [] : text.split(',').map(Number))

/** The newest messages of an organization, among this many of all organizations. */
export async function loadMessageIndex(db: Db, realmId: number, limit: number): Promise<LoadedIndex> {
  const { rows } = await sql<{
    position: number
    floor: number
    groups: GroupRow[] | null
    older: (OlderMessages & { recipientId: number })[] | null
  }>`
    with newest as materialized (
      select id, realm_id, recipient_id, sender_id, topic, is_channel, channel_wildcard
      from message order by id desc limit ${sql.lit(limit)}
    ), bottom as materialized (
      select case when count(*) < ${sql.lit(limit)} then 0 else min(id) end as id from newest
    ), grouped as (
      select recipient_id as "recipientId", topic, string_agg(id::text, ',' order by id) as ids,
        string_agg(sender_id::text, ',' order by id) as "senderIds",
        string_agg(id::text, ',' order by id) filter (where channel_wildcard) as wildcards,
        case when not bool_or(is_channel) then (select user_ids from recipient where id = recipient_id) end as "userIds"
      from newest where realm_id = ${realmId} group by recipient_id, topic
    ), older as (
      select r.id as "recipientId", top.id, top.sender_id as "senderId", other.id as "otherId"
      from bottom cross join channel c join recipient r on r.channel_id = c.id
      cross join lateral (
        select id, sender_id from message where recipient_id = r.id and id < bottom.id order by id desc limit 1
      ) as top
      cross join lateral (
        select coalesce(max(id) filter (where sender_id <> top.sender_id),
          case when count(*) < ${sql.lit(lookedAt)} then 0 else min(id) end) as id
        from (
          select id, sender_id from message where recipient_id = r.id and id < bottom.id
          order by id desc limit ${sql.lit(lookedAt)}
        ) as last
      ) as other
      where c.realm_id = ${realmId}
    )
    select (select last_seq from realm_log where realm_id = ${realmId}) as position, (select id from bottom) as floor,
      (select json_agg(grouped) from grouped) as groups, (select json_agg(older) from older) as older`.execute(
    db,
  )
  const { position, floor, groups, older } = rows[0]!
  return {
    position,
    floor,
    groups: (groups ?? []).map(groupOf),
    older: new Map(older?.map(({ recipientId, ...one }) => [recipientId, one])),
  }
}

function groupOf(row: GroupRow): IndexedGroup {
  const group = new IndexedGroup(row.recipientId, row.topic, row.userIds)
  group.ids = numbersOf(row.ids)
  group.senderIds = numbersOf(row.senderIds)
  group.wildcards = numbersOf(row.wildcards)
  return group
}

/** Messages that still exist, as they are now. */
export async function loadIndexed(
  db: Db,
  realmId: number,
  ids: readonly number[],
): Promise<{ position: number; messages: IndexedMessage[] }> {
  const { rows } = await sql<{ position: number; messages: IndexedMessage[] | null }>`
    select (select last_seq from realm_log where realm_id = ${realmId}) as position, (
      select json_agg(found) from (
        select m.id, m.recipient_id as "recipientId", r.user_ids as "userIds", m.topic, m.sender_id as "senderId",
          m.channel_wildcard as "mentionsChannel"
        from message m join recipient r on r.id = m.recipient_id
        where m.realm_id = ${realmId} and m.id = any(${ids}::bigint[])
      ) as found
    ) as messages`.execute(db)
  const { position, messages } = rows[0]!
  return { position, messages: messages ?? [] }
}

/** State of a reader that is not in the index. */
export interface ReaderRow {
  /** Lines of recipient and ranges of read messages. */
  read: string | null
  /** Lines of message and flags, from the floor on: those that mention the reader. */
  mentions: string | null
  marked: MarkedMessage[] | null
  /** Whether there are unread direct messages below the floor, other than those that were known to be read. */
  hasOlderDirect: boolean
}

/** A message that the reader marked unread although it was read by default. */
export interface MarkedMessage extends IndexedMessage {
  flags: number
  isInReadRange: boolean
}

/** A reader's state of the given recipients. All direct messages below `readBelow` are read. All values come from subqueries. */
export const readerQuery = (
  userId: number,
  recipientIds: string,
  floor: number,
  readBelow: number,
): RawBuilder<ReaderRow> => sql<ReaderRow>`(
  select (
    select string_agg(recipient_id || ' ' || read::text, E'\n')
    from read_state where user_id = ${userId} and recipient_id = any(${recipientIds}::bigint[])
  ) as read, (
    select string_agg(message_id || ' ' || flags, E'\n')
    from message_flag where user_id = ${userId} and flags & 120 <> 0 and message_id >= ${floor}
  ) as mentions, (
    select json_agg(found) from (
      select m.id, m.recipient_id as "recipientId", r.user_ids as "userIds", m.topic, m.sender_id as "senderId",
        m.channel_wildcard as "mentionsChannel", f.flags, coalesce(rs.read @> m.id, false) as "isInReadRange"
      from message_flag f join message m on m.id = f.message_id join recipient r on r.id = m.recipient_id
      left join read_state rs on rs.user_id = f.user_id and rs.recipient_id = m.recipient_id
      where f.user_id = ${userId} and f.flags & ${sql.lit(flagBits.markedUnread)} <> 0
    ) as found
  ) as marked, ${readBelow} < ${floor} and exists (
    select from recipient_member rm
    left join read_state rs on rs.user_id = rm.user_id and rs.recipient_id = rm.recipient_id
    cross join lateral unnest(int8multirange(int8range(${readBelow}, ${floor})) - coalesce(rs.read, '{}')) as gap
    cross join lateral (
      select from message m
      where m.recipient_id = rm.recipient_id and m.id >= lower(gap) and m.id < upper(gap) and m.sender_id <> ${userId}
      limit 1
    ) as old
    where rm.user_id = ${userId}
  ) as "hasOlderDirect")`
