import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** PostgreSQL types of the columns to insert. */
export type Columns = Readonly<Record<string, string>>

/** Rows per statement. */
const batchSize = 1_000

/**
 * Inserts rows, in their order, and returns their IDs. One JSON parameter per statement, because PostgreSQL parses it
 * faster than thousands of parameters. Table and columns are constants of the code.
 */
export async function insertRows(
  db: Db,
  table: string,
  columns: Columns,
  rows: readonly object[],
): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < rows.length; at += batchSize) {
    const { rows: made } = await statement<{ id: number }>(
      table,
      columns,
      rows.slice(at, at + batchSize),
      'returning id',
    ).execute(db)
    // Identities are assigned in the order of insertion.
    ids.push(...made.map(({ id }) => id).sort((a, b) => a - b))
  }
  return ids
}

/** Inserts rows of a table without an ID. Rows that exist are skipped. Returns the number of inserted rows. */
export async function addRows(
  db: Db,
  table: string,
  columns: Columns,
  rows: readonly object[],
): Promise<number> {
  let count = 0
  for (let at = 0; at < rows.length; at += batchSize) {
    const result = await statement(
      table,
      columns,
      rows.slice(at, at + batchSize),
      'on conflict do nothing',
    ).execute(db)
    count += Number(result.numAffectedRows ?? 0n)
  }
  return count
}

function statement<T>(table: string, columns: Columns, rows: readonly object[], end: string) {
  const names = Object.keys(columns).join(', ')
  const types = Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')
  return sql<T>`
    insert into ${sql.raw(table)} (${sql.raw(names)})
    select ${sql.raw(names)} from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (${sql.raw(types)}))
      with ordinality as new (${sql.raw(names)}, row_number_)
    order by row_number_
    ${sql.raw(end)}`
}

/** Records the new IDs of things of an archive. */
export async function recordIds(
  db: Db,
  realmId: number,
  kind: string,
  ids: Iterable<readonly [sourceId: string, newId: number]>,
): Promise<void> {
  const rows = Array.from(ids, ([source_id, new_id]) => ({ realm_id: realmId, kind, source_id, new_id }))
  const columns = { realm_id: 'bigint', kind: 'text', source_id: 'text', new_id: 'bigint' }
  await addRows(db, 'imported_id', columns, rows)
}
