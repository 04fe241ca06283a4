import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { bits } from '../../../events/flag-bits.ts'
import { isMutedSql, isTopicMutedSql } from '../../places/user-topics/muted-sql.ts'
import type { FetchedRow } from '../messages/present.ts'
import { planOf } from './fetch-plan.ts'
import type { Side } from './fetch-range.ts'
import { anchorSql, type MessageQuery, messageQuerySql, type Reader } from './fetch-sql.ts'
import type { Condition, Narrow } from './narrow.ts'
import { type Sql, unreadSql } from './narrow-sql.ts'

/** Messages on the sides of an anchor that match, ascending. */
export async function fetchSides(
  db: Db,
  reader: Reader,
  narrow: Narrow,
  sides: readonly Side[],
): Promise<FetchedRow[]> {
  return await hunt(
    db,
    sides.map((side) => huntOn(reader, narrow, side)),
    (ids) => loadThose(db, reader.userId, ids),
  )
}

/** The same, only their IDs. */
export async function findSides(
  db: Db,
  reader: Reader,
  narrow: Narrow,
  sides: readonly Side[],
): Promise<number[]> {
  const rows = await hunt(
    db,
    sides.map((side) => huntOn(reader, narrow, side)),
    async (ids) =>
      (await sql<{ id: number }>`select id from unnest(${ids}) as id order by id`.execute(db)).rows,
  )
  return rows.map((row) => row.id)
}

export async function fetchAmong(
  db: Db,
  reader: Reader,
  narrow: Narrow,
  ids: readonly number[],
): Promise<FetchedRow[]> {
  const among: MessageQuery = {
    reader,
    narrow,
    within: (column) => sql`${column} = any(${ids}::bigint[])`,
    descending: false,
    limit: ids.length,
    more: [],
  }
  return await loadThose(db, reader.userId, sql`array(${messageQuerySql(among, { from: 'given' })})`)
}

function huntOn(reader: Reader, narrow: Narrow, { direction, anchor, limit }: Side): MessageQuery {
  const descending = direction === 'below'
  return {
    reader,
    narrow,
    within: (column) => (descending ? sql`${column} < ${anchor}` : sql`${column} >= ${anchor}`),
    descending,
    limit,
    more: [],
  }
}

/**
 * Follows the plans of all sides until each has found enough. Finding and loading are one statement: it sees one
 * moment, and needs no transaction around it to do so.
 */
async function hunt<Row extends { id: number }>(
  db: Db,
  hunts: readonly MessageQuery[],
  load: (ids: Sql) => Promise<Row[]>,
): Promise<Row[]> {
  const plans = hunts.map((one) => planOf(one.narrow, one.reader.channels, one.descending))
  const steps = Math.max(...plans.map((plan) => plan.length))
  let rows: Row[] = []
  for (let step = 0; step < steps; step++) {
    const statements: Sql[] = []
    for (const [n, one] of hunts.entries()) {
      const start = plans[n]?.[step] ?? plans[n]!.at(-1)!
      const edge = start.from.startsWith('near ') ? await edgeOf(db, one) : undefined
      statements.push(sql`(${messageQuerySql(one, start, edge)})`)
    }
    rows = await load(sql`array(${sql.join(statements, sql` union all `)})`)
    // Together they are full only if each is.
    if (rows.length === hunts.reduce((sum, { limit }) => sum + limit, 0)) break
  }
  return rows
}

/**
 * The oldest unread message that matches. What is muted does not count; where the narrow names a channel, only its
 * muted topics do not.
 */
export async function findFirstUnread(db: Db, reader: Reader, narrow: Narrow): Promise<number | undefined> {
  const conditions: Condition[] = [...narrow.conditions, { kind: 'unread', negated: false }]
  const namesChannel = narrow.conditions.some(({ kind }) => kind === 'channel')
  const unread: MessageQuery = {
    reader,
    narrow: { conditions, sharedHistory: false },
    within: (column) => sql`${column} >= 0`,
    descending: false,
    limit: 1,
    more: [sql`not ${(namesChannel ? isTopicMutedSql : isMutedSql)(reader.userId)}`],
  }
  const { rows } = await messageQuerySql(unread, { from: 'gaps' }).execute(db)
  return rows[0]?.id
}

const reactionsSql = sql`(
  select json_agg(json_build_object('emoji_name', emoji_name, 'emoji_code', emoji_code,
    'reaction_type', reaction_type, 'user_id', user_id) order by x.id)
  from reaction x where x.message_id = m.id)`

const submessagesSql = sql`(
  select json_agg(json_build_object('id', x.id, 'message_id', x.message_id, 'sender_id', x.sender_id,
    'msg_type', x.msg_type, 'content', x.content) order by x.id)
  from submessage x where x.message_id = m.id)`

async function edgeOf(db: Db, hunt: MessageQuery): Promise<number | undefined> {
  const { rows } = await anchorSql(hunt).execute(db)
  return rows[0]?.id
}

/** Messages by ID as one reader has them, ascending. Which of them the reader may see is decided before. */
export async function loadMessages(db: Db, userId: number, ids: readonly number[]): Promise<FetchedRow[]> {
  return ids.length === 0 ? [] : await loadThose(db, userId, sql`${ids}::bigint[]`)
}

async function loadThose(db: Db, userId: number, ids: Sql): Promise<FetchedRow[]> {
  const { rows } = await sql<FetchedRow>`
    select m.id, m.recipient_id, (select user_ids from recipient where id = m.recipient_id), m.sender_id, m.topic,
      m.content, m.rendered_content, m.client, m.sent_at,
      m.last_edit_at, m.last_moved_at, m.edit_history,
      ${reactionsSql} as reactions, ${submessagesSql} as submessages,
      coalesce(f.flags, 0)
        | case when m.channel_wildcard and source.received @> m.id then ${bits.stream_wildcard_mentioned}::integer
          else 0 end as flags,
      source.received @> m.id as received, not ${unreadSql(userId)} as read
    from message m
    cross join lateral (
      select case when m.is_channel then coalesce((
        select received from subscription where user_id = ${userId} and recipient_id = m.recipient_id), '{}')
        else '{(,)}'::int8multirange end as received
      offset 0
    ) as source
    left join lateral (
      select flags from message_flag where user_id = ${userId} and message_id = m.id offset 0
    ) as f on true
    left join lateral (
      select read from read_state where user_id = ${userId} and recipient_id = m.recipient_id offset 0
    ) as rs on true
    where m.id = any(${ids})
    order by m.id`.execute(db)
  return rows
}
