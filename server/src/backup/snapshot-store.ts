import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { connectToPrimary } from '../db/primary-client.ts'
import { BackupError, migratorTables, type SequenceValue, type TableDescription } from './format.ts'

/** Schemas of Loquat and of its job queue. */
const schemas = ['public', 'graphile_worker']
const maxAttempts = 5
const undefinedTable = '42P01'

/** Contents of the snapshot, except for rows. */
export interface SnapshotContents {
  postgres: number
  migration: string
  tables: TableDescription[]
  sequences: SequenceValue[]
  master_keys: string[]
  /** Estimate. */
  rows: number
}

/** Settings that change the text of values. They are the same for every backup, so that texts can be compared. */
const textSettings = `
  set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8';
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;`

/** A connection for work that may take hours. */
export async function connectWithoutTimeouts(config: pg.ClientConfig): Promise<pg.Client> {
  const client = await connectToPrimary({ ...config, keepAlive: true, keepAliveInitialDelayMillis: 10_000 })
  await client.query(textSettings)
  return client
}

/**
 * Begins a transaction that sees one state of the whole database. All tables are locked against changes of the schema, not
 * against writes.
 */
export async function beginSnapshot(client: pg.Client): Promise<SnapshotContents> {
  for (let attempt = 1; ; attempt++) {
    const expected = await tableNames(client)
    await client.query('begin isolation level repeatable read read only')
    try {
      if (expected.length > 0) {
        // Before the first query, so that the snapshot begins after the locks are granted.
        await client.query(`lock table ${expected.map(quoted).join(', ')} in access share mode`)
      }
      const found = await tableNames(client)
      if (found.join() === expected.join()) return await contentsOf(client)
    } catch (error) {
      // A migration dropped a table in between.
      if ((error as { code?: string }).code !== undefinedTable) throw error
    }
    await client.query('rollback')
    if (attempt === maxAttempts) throw new BackupError('The schema of the database keeps changing.')
  }
}

async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind = 'r' order by 1`,
    [schemas],
  )
  return rows.map(({ name }) => name)
}

async function contentsOf(client: pg.Client): Promise<SnapshotContents> {
  const { rows: tables } = await client.query<TableDescription & { rows: number }>(
    `select n.nspname || '.' || c.relname as name, greatest(c.reltuples, 0)::float as rows,
       array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = any ($1) and c.relkind = 'r' and n.nspname || '.' || c.relname <> all ($2)
     group by 1, 2 order by 1`,
    [schemas, migratorTables],
  )
  const { rows: facts } = await client.query<{ postgres: number; isLoquat: boolean }>(
    `select current_setting('server_version_num')::integer as postgres,
       to_regclass('public.kysely_migration') is not null as "isLoquat"`,
  )
  if (!facts[0]?.isLoquat) throw new BackupError('The database is empty: there is nothing to back up.')
  const { rows: last } = await client.query<{ name: string }>(
    'select name from public.kysely_migration order by name desc limit 1',
  )
  return {
    postgres: facts[0].postgres,
    migration: last[0]?.name ?? '',
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    // Not part of the snapshot, but never behind it.
    sequences: await sequenceValues(client),
    master_keys: await neededMasterKeys(client, tables),
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  }
}

async function neededMasterKeys(client: pg.Client, tables: readonly TableDescription[]): Promise<string[]> {
  if (!tables.some(({ name }) => name === 'public.data_key')) return []
  const { rows } = await client.query<{ master: string }>(
    'select distinct master from public.data_key order by 1',
  )
  return rows.map(({ master }) => master)
}

async function sequenceValues(client: pg.Client): Promise<SequenceValue[]> {
  const { rows } = await client.query<{ name: string }>(
    `select schemaname || '.' || sequencename as name from pg_sequences where schemaname = any ($1) order by 1`,
    [schemas],
  )
  const values: SequenceValue[] = []
  for (const { name } of rows) {
    const found = await client.query<Omit<SequenceValue, 'name'>>(
      `select last_value::text as value, is_called from ${quoted(name)}`,
    )
    for (const value of found.rows) values.push({ name, ...value })
  }
  return values
}

/** The rows of a table as text, one line each. */
export function readTable(client: pg.Client, { name, columns }: TableDescription) {
  return client.query(copyTo(`copy ${quoted(name)} (${columnList(columns)}) to stdout`))
}

export async function endSnapshot(client: pg.Client): Promise<void> {
  await client.query('commit')
}

/** Keys of files that the rows of the snapshot name, in batches. Derived files, such as thumbnails, are not named. */
export async function* namedFiles(client: pg.Client): AsyncGenerator<string[]> {
  await client.query(`declare named_files no scroll cursor for
    select 'uploads/' || split_part(path_id, '/', 1) || '/' || split_part(path_id, '/', 2) || '/file' as key
      from attachment
    union all select 'user_avatars/' || realm_id || '/' || avatar_file || '.png' from account where avatar_file is not null
    union all select 'exports/' || realm_id || '/' || file from realm_export
      where finished_at is not null and deleted_at is null`)
  for (;;) {
    const { rows } = await client.query<{ key: string }>('fetch 500 from named_files')
    if (rows.length === 0) return
    yield rows.map(({ key }) => key)
  }
}

export const quoted = (name: string) => name.split('.').map(pg.escapeIdentifier).join('.')
export const columnList = (columns: readonly string[]) => columns.map(pg.escapeIdentifier).join(', ')
