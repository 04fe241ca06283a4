import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Tables } from '../db/tables.ts'
import { BackupError, type BackupHeader, type TableDescription } from './format.ts'
import { columnList, quoted } from './snapshot-store.ts'

/** Runs work in a transaction of a connection that is also used without Kysely. */
export async function inTransaction<T>(
  client: pg.Client,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const lent = { query: client.query.bind(client), release: () => {} } as unknown as pg.PoolClient
  const pool = { connect: async () => lent, end: async () => {}, options: {} }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return await db.transaction().execute(work)
}

/** Fails with a sentence if the database contains anything that a restore would delete. */
export async function assertEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; ours: boolean }>(
    `select c.relname as table, to_regclass('public.kysely_migration') is not null as ours
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')`,
  )
  const [first] = rows
  if (first === undefined) return
  const remedy = 'Restore into an empty one: another data folder (LOQUAT_DATA_DIR) or another DATABASE_URL.'
  if (!first.ours) {
    throw new BackupError(`The database is not empty: it has the table "${first.table}". ${remedy}`)
  }
  if (!rows.some(({ table }) => table === 'realm')) return
  // System bots have an organization that every start creates.
  const found = await client.query<{ name: string }>(
    `select name from public.realm r where exists (
       select from public.account where realm_id = r.id and not is_system_bot) limit 1`,
  )
  if (found.rows[0] === undefined) return
  throw new BackupError(
    `The database is not empty: it has the organization "${found.rows[0].name}". ${remedy}`,
  )
}

/** Removes the tables of an installation without organizations. */
export async function dropTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select 'public.' || c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  if (rows.length > 0)
    await client.query(`drop table ${rows.map(({ name }) => quoted(name)).join(', ')} cascade`)
  const sequences = await client.query<{ name: string }>(
    `select schemaname || '.' || sequencename as name from pg_sequences where schemaname = 'public'`,
  )
  for (const { name } of sequences.rows) await client.query(`drop sequence ${quoted(name)}`)
}

/** Empties the tables that migrations and the job queue have filled. */
export async function emptyTables(client: pg.Client, tables: readonly TableDescription[]): Promise<void> {
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')} cascade`)
}

/** The tables of the backup that the schema has; others are not ours. Fails if one of them lacks a column. */
export async function matchingTables(client: pg.Client, header: BackupHeader): Promise<TableDescription[]> {
  const { rows } = await client.query<{ column: string }>(
    `select n.nspname || '.' || c.relname || '.' || a.attname as column
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  )
  const there = new Set(rows.map(({ column }) => column))
  const isOurs = ({ name, columns }: TableDescription) =>
    columns.some((column) => there.has(`${name}.${column}`))
  const ours = header.tables.filter(isOurs)
  for (const { name, columns } of ours) {
    const missing = columns.find((column) => !there.has(`${name}.${column}`))
    if (missing === undefined) continue
    throw new BackupError(
      `This version of Loquat cannot hold ${name}.${missing} of the backup. Restore it with version ${header.loquat}.`,
    )
  }
  return ours
}

/** Foreign keys and indexes, as statements that restore them. */
export interface DetachedConstraints {
  restore: { what: string; statement: string }[]
}

/**
 * Drops foreign keys and indexes. Rows can then be loaded in any order, and an index over all rows is built faster than
 * row by row. Creating a foreign key again checks all rows.
 */
export async function detachConstraints(client: pg.Client): Promise<DetachedConstraints> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select n.nspname || '.' || c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'graphile_worker') and k.contype = 'f' order by 1, 2`,
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select n.nspname || '.' || i.relname as name, pg_get_indexdef(i.oid) as definition
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = i.relnamespace
     where n.nspname = 'public' and not exists (select from pg_constraint where conindid = i.oid) order by 1`,
  )
  for (const { table, name } of keys) {
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  }
  for (const { name } of indexes) await client.query(`drop index ${quoted(name)}`)
  return {
    restore: [
      ...indexes.map(({ name, definition }) => ({ what: name, statement: definition })),
      ...keys.map(({ table, name, definition }) => ({
        what: `${table} ${name}`,
        statement: `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`,
      })),
    ],
  }
}

export async function attachConstraint(client: pg.Client, statement: string): Promise<void> {
  await client.query(statement)
}

export async function prepareLoading(client: pg.Client): Promise<void> {
  await client.query("set maintenance_work_mem = '128MB'")
}

/** A stream that stores rows as {@link readTable} returned them. */
export function writeTable(client: pg.Client, { name, columns }: TableDescription) {
  return client.query(copyFrom(`copy ${quoted(name)} (${columnList(columns)}) from stdin`))
}

export async function setSequences(client: pg.Client, sequences: BackupHeader['sequences']): Promise<void> {
  for (const { name, value, is_called } of sequences) {
    // Null for the sequence of a table that is not ours.
    await client.query('select setval(to_regclass($1), $2::bigint, $3)', [quoted(name), value, is_called])
  }
}

/**
 * Deletes state of the old processes: their locks, and positions in the event log that clients may have seen but the backup lacks.
 * Clients register again; see docs/subsystems/event-log.md.
 */
export async function resetProcessState(
  client: pg.Client,
  tables: readonly TableDescription[],
): Promise<void> {
  const has = (name: string) => tables.some((table) => table.name === name)
  if (has('graphile_worker._private_jobs')) {
    await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null')
    await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null')
  }
  if (has('public.lease')) await client.query('delete from lease')
  // The next start uses the folder of its own machine.
  if (has('public.files_folder')) await client.query('delete from files_folder')
}

/** Makes every log continue at positions that no client has seen. */
export async function restartLogs(client: pg.Client, tables: readonly TableDescription[]): Promise<void> {
  await client.query('delete from event_queue')
  if (!tables.some(({ name }) => name === 'public.log_epoch')) return
  await client.query(
    `insert into log_epoch (realm_id, epoch) select id, 'restored' from realm
     on conflict (realm_id) do update set epoch = 'restored'`,
  )
}

/** Makes logs continue where they are: nothing was lost. */
export async function keepLogs(client: pg.Client, tables: readonly TableDescription[]): Promise<void> {
  if (tables.some(({ name }) => name === 'public.log_epoch')) await client.query('delete from log_epoch')
}

export async function analyze(client: pg.Client): Promise<void> {
  await client.query('analyze')
}

const dropTimeoutMs = 1_000

export async function createScratchDatabase(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    "select current_setting('server_encoding') as encoding",
  )
  await client
    .query(`create database ${quoted(name)} template template0 encoding '${rows[0]?.encoding ?? 'UTF8'}'`)
    .catch((error: Error & { code?: string }) => {
      if (error.code !== '42501') throw error
      throw new BackupError(
        'Verifying needs a scratch database, which this user may not create. Grant it with "alter role … createdb".',
      )
    })
}

/** Connections that were just closed are listed for a moment longer, and ending them by force would be logged as errors. */
export async function dropScratchDatabase(client: pg.Client, name: string): Promise<void> {
  for (let wait = 20; wait < dropTimeoutMs; wait *= 2) {
    const isDropped = await client.query(`drop database if exists ${quoted(name)}`).then(
      () => true,
      () => false,
    )
    if (isDropped) return
    await sleep(wait)
  }
  await client.query(`drop database if exists ${quoted(name)} with (force)`)
}
