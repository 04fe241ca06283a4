import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import { isMutedSql, isTopicMutedSql } from '../../places/user-topics/muted-sql.ts'
import type { FetchedRow } from '../messages/present.ts'
import { planOf, suitsOnePlan } from './fetch-plan.ts'
import type { RangeSide } from './fetch-range.ts'
import { anchorSql, type HistoryReader, type MessageQuery, messageQuerySql } from './fetch-sql.ts'
import { fetchedRows, foundColumns, storedMessages, type VersionedMessage, withIds } from './fetched-sql.ts'
import { type MessageReader, readIds } from './message-readers.ts'
import type { Condition, Narrow } from './narrow.ts'
import type { IdBounds } from './narrow-dates.ts'
import type { Sql } from './narrow-sql.ts'
import type { StatementValues } from './values-sql.ts'

/** The step of a plan at which an earlier query found enough. */
export interface StepMemory {
  first: number
  remember(step: number): void
}

/** Matching messages on both sides of an anchor, ascending. */
export async function fetchSides<Row extends { id: number }, Raw>(
  db: Db,
  reader: HistoryReader,
  narrow: Narrow,
  sides: readonly RangeSide[],
  read: MessageReader<Row, Raw>,
  memory?: StepMemory,
): Promise<Row[]> {
  return await runPlans(
    db,
    sides.map((side) => queryForSide(reader, narrow, side)),
    memory,
    async (found, hasOnePlan) => {
      const statement = read.statement(reader.userId, found)
      return read.rowsOf((await (hasOnePlan ? prepared(statement) : statement).execute(db)).rows)
    },
  )
}

/** Like `fetchSides`, but only the IDs. */
export async function findSides(
  db: Db,
  reader: HistoryReader,
  narrow: Narrow,
  sides: readonly RangeSide[],
): Promise<number[]> {
  return (await fetchSides(db, reader, narrow, sides, readIds)).map((row) => row.id)
}

export async function fetchByIds<Row, Raw>(
  db: Db,
  reader: HistoryReader,
  narrow: Narrow,
  ids: readonly number[],
  read: MessageReader<Row, Raw>,
): Promise<Row[]> {
  const query: MessageQuery = {
    reader,
    narrow,
    within: (column) => sql`${column} = any(${ids}::bigint[])`,
    descending: false,
    limit: ids.length,
    columns: foundColumns,
    extraConditions: [],
  }
  const statement = read.statement(reader.userId, messageQuerySql(query, { from: 'given' }))
  return read.rowsOf((await statement.execute(db)).rows)
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
    within: withinBounds(narrow.bounds, descending, anchor),
    descending,
    limit,
    columns: foundColumns,
    extraConditions: [],
  }
}

/** Messages on one side of an anchor, within the bounds of a narrow, if it has some. */
function withinBounds(bounds: IdBounds | undefined, descending: boolean, anchor: number) {
  const isOnSide = (column: Sql, { id }: StatementValues) =>
    descending ? sql<boolean>`${column} < ${id(anchor)}` : sql<boolean>`${column} >= ${id(anchor)}`
  if (bounds === undefined) return isOnSide
  return (column: Sql, values: StatementValues) =>
    sql<boolean>`(${isOnSide(column, values)} and ${column} >= ${values.id(bounds.from)} and ${column} < ${values.id(bounds.below)})`
}

/**
 * Runs the plans of all queries until each has enough messages. Finds and loads in one statement, which gives
 * a consistent snapshot without a transaction.
 */
async function runPlans<Row extends { id: number }>(
  db: Db,
  queries: readonly MessageQuery[],
  memory: StepMemory | undefined,
  read: (found: Sql, hasOnePlan: boolean) => Promise<Row[]>,
): Promise<Row[]> {
  const plans = queries.map((one) => planOf(one.narrow, one.reader.channelCount, one.descending))
  const steps = Math.max(...plans.map((plan) => plan.length))
  let rows: Row[] = []
  for (let step = Math.min(memory?.first ?? 0, steps - 1); step < steps; step++) {
    const statements: Sql[] = []
    let hasOnePlan = true
    for (const [n, one] of queries.entries()) {
      const start = plans[n]?.[step] ?? plans[n]!.at(-1)!
      hasOnePlan &&= suitsOnePlan(one.narrow, start)
      const anchorId = start.from === 'near places' ? await findAnchorId(db, one) : undefined
      statements.push(sql`(${messageQuerySql(one, start, anchorId)})`)
    }
    rows = await read(sql.join(statements, sql` union all `), hasOnePlan)
    // Never the last step: words can become so frequent that only an earlier one is fast.
    memory?.remember(Math.max(0, Math.min(step, steps - 2)))
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
    columns: sql`m.id`,
    extraConditions: [sql`not ${(namesChannel ? isTopicMutedSql : isMutedSql)(reader.userId)}`],
  }
  const statement = sql<{ id: number }>`${messageQuerySql(unread, { from: 'gaps' })}`
  const { rows } = await prepared(statement).execute(db)
  return rows[0]?.id
}

async function findAnchorId(db: Db, query: MessageQuery): Promise<number | undefined> {
  const { rows } = await prepared(anchorSql(query)).execute(db)
  return rows[0]?.id
}

/** Messages by ID for one reader, ascending. The caller must have checked access. */
export async function loadMessages(db: Db, userId: number, ids: readonly number[]): Promise<FetchedRow[]> {
  if (ids.length === 0) return []
  return (await fetchedRows(userId, withIds(ids)).execute(db)).rows
}

/** Loads the parts of messages that are the same for all readers, with the version of each row. */
export async function loadStored(db: Db, ids: readonly number[]): Promise<VersionedMessage[]> {
  return (await prepared(storedMessages(ids)).execute(db)).rows
}
