import { type ExportType, exportWithConsent } from '@loquat/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** The scope of an export. */
export interface ExportScope {
  realmId: number
  type: ExportType
  /** Active users who consent to the export of their private data. Empty for public exports. */
  consenting: readonly number[]
}

/** Rows in memory at a time. */
const batchSize = 200
/** An arbitrary number that no other lock uses. */
const exportLockId = 7_301_934

/** Runs reads in one snapshot, however long they take. */
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

/**
 * Runs an export under a lock, so that only one runs at a time; false if another one does. The database releases the lock when the holder
 * finishes or dies. The transaction has no snapshot of its own, so that the primary can vacuum while a replica is read.
 */
export async function withExportLock(db: Db, work: () => Promise<void>): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${exportLockId}) as mine`.execute(transaction)
    if (rows[0]?.mine !== true) return false
    await work()
    return true
  })
}

export async function scopeOf(snapshot: Db, realmId: number, type: ExportType): Promise<ExportScope> {
  if (type !== exportWithConsent) return { realmId, type, consenting: [] }
  const { rows } = await sql<{ id: number }>`
    select id from account
    where realm_id = ${realmId} and is_active and bot_type is null
      and (settings ->> 'allow_private_data_export')::boolean`.execute(snapshot)
  return { realmId, type, consenting: rows.map((row) => row.id) }
}

let cursors = 0

/** Iterates over the rows of a query in batches. */
export async function* rowsOf<T>(snapshot: Db, query: RawBuilder<T>): AsyncGenerator<T> {
  const cursor = sql.id(`rows_${cursors++}`)
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(snapshot)
  const fetch = sql<T>`fetch ${sql.lit(batchSize)} from ${cursor}`
  for (
    let { rows } = await fetch.execute(snapshot);
    rows.length > 0;
    { rows } = await fetch.execute(snapshot)
  ) {
    yield* rows
  }
  await sql`close ${cursor}`.execute(snapshot)
}
