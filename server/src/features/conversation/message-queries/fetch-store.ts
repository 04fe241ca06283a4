import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { bits } from '../../../events/flag-bits.ts'
import { isMutedSql, isTopicMutedSql } from '../../places/user-topics/muted-sql.ts'
import type { FetchedRow } from '../messages/present.ts'
import { planOf } from './fetch-plan.ts'
import type { RangeSide } from './fetch-range.ts'
import { anchorSql, type HistoryReader, type MessageQuery, messageQuerySql } from './fetch-sql.ts'
import type { Condition, Narrow } from './narrow.ts'
import { type Sql, unreadSql } from './narrow-sql.ts'

/** Matching messages on both sides of an anchor, ascending. */
export async function fetchSides(
  db: Db,
  reader: HistoryReader,
  narrow: Narrow,
  sides: readonly RangeSide[],
): Promise<FetchedRow[]> {
  return await runPlans(
    db,
    sides.map((side) => queryForSide(reader, narrow, side)),
    (ids) => loadByIds(db, reader.userId, ids),
  )
}

/** Like `fetchSides`, but only the IDs. */
export async function findSides(
  db: Db,
  reader: HistoryReader,
  narrow: Narrow,
  sides: readonly RangeSide[],
): Promise<number[]> {
  const rows = await runPlans(
    db,
    sides.map((side) => queryForSide(reader, narrow, side)),
    async (ids) =>
      (await sql<{ id: number }>`select id from unnest(${ids}) as id order by id`.execute(db)).rows,
  )
  return rows.map((row) => row.id)
}

export async function fetchByIds(
  db: Db,
  reader: HistoryReader,
  narrow: Narrow,
  ids: readonly number[],
): Promise<FetchedRow[]> {
  const query: MessageQuery = {
    reader,
    narrow,
    within: (column) => sql`${column} = any(${ids}::bigint[])`,
    descending: false,
    limit: ids.length,
    extraConditions: [],
  }
  return await loadByIds(db, reader.userId, sql`array(${messageQuerySql(query, { from: 'given' })})`)
}

function queryForSide(
  reader: HistoryReader,
  narrow: Narrow,
  { direction, anchor, limit }: RangeSide,
): MessageQuery {
  const descending = direction === 'below'
  return {
    reader,
    narrow,
    within: (column) => (descending ? sql`${column} < ${anchor}` : sql`${column} >= ${anchor}`),
    descending,
    limit,
    extraConditions: [],
  }
}

/**
 * Runs the plans of all queries until each has enough messages. Finds and loads in one statement, which gives
 * a consistent snapshot without a transaction.
 */
async function runPlans<Row extends { id: number }>(
  db: Db,
  queries: readonly MessageQuery[],
  load: (ids: Sql) => Promise<Row[]>,
): Promise<Row[]> {
  const plans = queries.map((one) => planOf(one.narrow, one.reader.channelCount, one.descending))
  const steps = Math.max(...plans.map((plan) => plan.length))
  let rows: Row[] = []
  for (let step = 0; step < steps; step++) {
    const statements: Sql[] = []
    for (const [n, one] of queries.entries()) {
      const start = plans[n]?.[step] ?? plans[n]!.at(-1)!
      const anchorId = start.from.startsWith('near ') ? await findAnchorId(db, one) : undefined
      statements.push(sql`(${messageQuerySql(one, start, anchorId)})`)
    }
    rows = await load(sql`array(${sql.join(statements, sql` union all `)})`)
    // The total reaches the sum of limits only if each query reached its own.
    if (rows.length === queries.reduce((sum, { limit }) => sum + limit, 0)) break
  }
  return rows
}

/**
 * The oldest unread message that matches. Skips muted topics and channels; if the narrow names a channel,
 * only muted topics.
 */
export async function findFirstUnread(
  db: Db,
  reader: HistoryReader,
  narrow: Narrow,
): Promise<number | undefined> {
  const conditions: Condition[] = [...narrow.conditions, { kind: 'unread', negated: false }]
  const namesChannel = narrow.conditions.some(({ kind }) => kind === 'channel')
  const unread: MessageQuery = {
    reader,
    narrow: { conditions, sharedHistory: false },
    within: (column) => sql`${column} >= 0`,
    descending: false,
    limit: 1,
    extraConditions: [sql`not ${(namesChannel ? isTopicMutedSql : isMutedSql)(reader.userId)}`],
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

async function findAnchorId(db: Db, query: MessageQuery): Promise<number | undefined> {
  const { rows } = await anchorSql(query).execute(db)
  return rows[0]?.id
}

/** Messages by ID for one reader, ascending. The caller must have checked access. */
export async function loadMessages(db: Db, userId: number, ids: readonly number[]): Promise<FetchedRow[]> {
  return ids.length === 0 ? [] : await loadByIds(db, userId, sql`${ids}::bigint[]`)
}

async function loadByIds(db: Db, userId: number, ids: Sql): Promise<FetchedRow[]> {
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
