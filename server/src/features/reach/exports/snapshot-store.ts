import { type ExportType, exportWithConsent } from '@loquat/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** Of what an export is made. */
export interface Scope {
  realmId: number
  type: ExportType
  /** Active people who agree that what is private to them is exported. Nobody, where only public data is. */
  consenting: readonly number[]
}

/** So many rows are in memory at a time. */
const rowsAtOnce = 200
/** Any number that nobody else takes. */
const lockOfExports = 7_301_934

/** Everything that is read inside is from one moment, however long it takes. */
export async function inSnapshot<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      await sql`select set_config('TimeZone', 'UTC', true)`.execute(snapshot)
      return await work(snapshot)
    })
}

/** Only one export is made at a time. The database lets go of it when whoever has it is done, or dies. */
export async function takeTurn(snapshot: Db): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${lockOfExports}) as mine`.execute(snapshot)
  return rows[0]?.mine === true
}

export async function scopeOf(snapshot: Db, realmId: number, type: ExportType): Promise<Scope> {
  if (type !== exportWithConsent) return { realmId, type, consenting: [] }
  const { rows } = await sql<{ id: number }>`
    select id from account
    where realm_id = ${realmId} and is_active and bot_type is null
      and (settings ->> 'allow_private_data_export')::boolean`.execute(snapshot)
  return { realmId, type, consenting: rows.map((row) => row.id) }
}

let cursors = 0

/** The rows of a query, some at a time. */
export async function* rowsOf<T>(snapshot: Db, query: RawBuilder<T>): AsyncGenerator<T> {
  const cursor = sql.id(`rows_${cursors++}`)
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(snapshot)
  const fetch = sql<T>`fetch ${sql.lit(rowsAtOnce)} from ${cursor}`
  for (
    let { rows } = await fetch.execute(snapshot);
    rows.length > 0;
    { rows } = await fetch.execute(snapshot)
  ) {
    yield* rows
  }
  await sql`close ${cursor}`.execute(snapshot)
}
