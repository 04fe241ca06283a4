import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyInstallation, migratedDatabase } from '../backup/testing/installations.ts'
import { StartError } from '../platform/start-error.ts'
import type { Db } from './database.ts'
import { migrate, migrateTo, withMigrationLock } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { compareVersions, type Release, releaseOf, releases } from './migrations/releases.ts'
import type { Tables } from './tables.ts'

const silent = { info: () => {} }

function open(database: pg.ClientConfig, onStatement?: (statement: string) => void) {
  const pool = new pg.Pool({ ...database, max: 2 })
  pool.on('error', () => {})
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => onStatement?.(query.sql),
  })
  onTestFinished(() => db.destroy())
  return db
}

/** Today's schema and a later migration, as the next version would have. */
const later = (up: Migration['up'], name = '9999-01-01-later') => ({ ...migrations, [name]: { up } })
const next = (worksWith: string): Release[] => [...releases, { version: '99.0.0', worksWith }]
const own = releases.at(-1)?.version ?? ''

describe('A migration run', () => {
  it('rejects a newer incompatible schema and names the required version', async () => {
    const database = await migratedDatabase()
    const newer = later(async (db) => void (await sql`create table plum ()`.execute(db)))
    await migrate(database, silent, { migrations: newer, releases: next('98.5.0') })
    const older = migrate(database, silent)
    await expect(older).rejects.toThrow(StartError)
    await expect(older).rejects.toThrow(
      `The database was upgraded by Loquat 99.0.0, and this is ${own}. Start version 98.5.0 or newer`,
    )
    await migrate(database, silent, { migrations: newer, releases: next(own) })
    await migrate(database, silent)
  })

  it('changes nothing if a version that still serves does not work with the new schema', async () => {
    const database = await migratedDatabase()
    const newer = later(async (db) => void (await sql`create table plum ()`.execute(db)))
    const beside = (version: string) =>
      migrate(database, silent, { migrations: newer, releases: next('98.5.0'), beside: version })
    await expect(beside(own)).rejects.toThrow(StartError)
    await expect(beside(own)).rejects.toThrow(`Loquat 99.0.0 cannot run beside ${own}, which still serves.`)
    await migrate(database, silent, { beside: own })
    await beside('98.5.0')
  })

  it('rejects versions from before the master key once there was one, also beside it', async () => {
    const database = await migratedDatabase()
    const old = releases.filter(({ version }) => compareVersions(version, '0.3.0') < 0)
    const known = Object.entries(migrations).filter(([name]) => name <= (old.at(-1)?.lastMigration ?? ''))
    const startOld = () => migrate(database, silent, { migrations: Object.fromEntries(known), releases: old })
    await startOld()
    await expect(migrate(database, silent, { hasMasterKey: true, beside: '0.2.0' })).rejects.toThrow(
      'cannot run beside 0.2.0',
    )
    await startOld()
    await migrate(database, silent, { hasMasterKey: true })
    await expect(startOld()).rejects.toThrow('Start version 0.3.0 or newer')
    const row = { purpose: 'files' as const, id: '1', master: 'a', wrapped: 'b' }
    await open(database)
      .insertInto('data_key')
      .values({ ...row, created_at: new Date(0) })
      .execute()
    // A start without the key fails later, and must not lower the requirement before.
    await migrate(database, silent)
    await expect(startOld()).rejects.toThrow('Start version 0.3.0 or newer')
  })

  it('keeps finished migrations when it is interrupted, and continues there', async () => {
    const database = await migratedDatabase()
    const ran: string[] = []
    let isBroken = true
    const both = {
      ...later(async () => void ran.push('first'), '9999-01-01-first'),
      '9999-01-02-second': {
        up: async () => {
          if (isBroken) throw new Error('interrupted')
          ran.push('second')
        },
      },
    }
    await expect(migrate(database, silent, { migrations: both })).rejects.toThrow('9999-01-02-second failed')
    isBroken = false
    await migrate(database, silent, { migrations: both })
    expect(ran).toEqual(['first', 'second'])
  })

  it('gives a new database the schema of one that was upgraded step by step', async () => {
    const [fresh, upgraded] = [await emptyInstallation(), await emptyInstallation()]
    await migrate(fresh.database, silent)
    const db = open(upgraded.database)
    for (const name of Object.keys(migrations).sort()) await migrateTo(db, name)
    await migrate(upgraded.database, silent)
    const schema = await schemaOf(open(fresh.database))
    expect(schema.length).toBeGreaterThan(500)
    expect(schema).toEqual(await schemaOf(db))
  })

  it('runs in one process at a time, and each migration once', async () => {
    const database = await migratedDatabase()
    let [running, most, runs] = [0, 0, 0]
    const once = later(async (db) => {
      most = Math.max(most, ++running)
      runs++
      await sql`select pg_sleep(0.05)`.execute(db)
      running--
    })
    const start = () =>
      withMigrationLock(database, silent, () => migrate(database, silent, { migrations: once }))
    await Promise.all([start(), start(), start()])
    expect({ most, runs }).toEqual({ most: 1, runs: 1 })
  })

  it('logs how long a slow migration takes', async () => {
    const database = await migratedDatabase()
    const lines: string[] = []
    const logger = { info: (_: unknown, text?: string) => void lines.push(text ?? '') }
    const slow = later(async (db) => void (await sql`select pg_sleep(0.5)`.execute(db)))
    await migrate(database, logger as never, { migrations: slow, progressMs: 50 })
    expect(lines[0]).toBe('upgrading the database')
    expect(lines).toContain('still upgrading the database; it is safe to interrupt')
  })
})

describe('The releases', () => {
  it('are in order and end with the migrations that they name', () => {
    const versions = releases.map(({ version }) => version)
    expect([...versions].sort(compareVersions)).toEqual(versions)
    for (const { version, lastMigration, worksWith } of releases) {
      if (lastMigration !== undefined) expect(Object.keys(migrations)).toContain(lastMigration)
      expect(versions, version).toContain(worksWith)
    }
    expect(Object.keys(migrations).filter((name) => releaseOf(name) === undefined)).toEqual([])
  })

  it('only add to the schema, so that the previous version works with it', async () => {
    const { database } = await emptyInstallation()
    const statements: string[] = []
    const db = open(database, (statement) => statements.push(statement))
    const last = releases.findLast(({ lastMigration }) => lastMigration !== undefined)?.lastMigration ?? ''
    await migrateTo(db, last)
    statements.length = 0
    const unreleased = Object.keys(migrations).filter((name) => name > last)
    for (const name of unreleased) await migrations[name]?.up(db)
    // A release whose schema only itself works with may do anything.
    const current = releases.at(-1)
    if (current?.worksWith === current?.version) return
    expect(statements.flatMap(contractions)).toEqual([])
  })

  it('reject statements that would break an older version', () => {
    expect(contractions('alter table account drop column api_key')).toHaveLength(1)
    expect(contractions('alter table account rename column a to b')).toHaveLength(1)
    expect(contractions('drop table account')).toHaveLength(1)
    expect(contractions('alter table account alter name set not null')).toHaveLength(1)
    expect(contractions('alter table account add name text not null')).toHaveLength(1)
    expect(contractions("alter table account add name text not null default ''")).toEqual([])
    expect(contractions('alter table account alter name drop not null')).toEqual([])
    expect(contractions('create table plum (id bigint not null)')).toEqual([])
  })
})

/** Columns, indexes, constraints and functions, and the recorded migrations and releases. */
async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', table_name, ordinal_position, column_name, data_type, udt_name, is_nullable, column_default) as line
    from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all select name from kysely_migration
    union all select version || ' ' || works_with from schema_release
    order by 1`.execute(db)
  return rows.map(({ line }) => line)
}

/** Statements that break code which does not know them. */
function contractions(statement: string): string[] {
  const text = statement.replace(/\s+/g, ' ').toLowerCase()
  const isContraction =
    /\bdrop table\b/.test(text) ||
    (/\balter table\b/.test(text) &&
      (/\bdrop (?!not null|default|constraint|index)/.test(text) ||
        /\brename\b|\bset not null\b|\btype\b/.test(text) ||
        text.split(',').some((part) => /\badd\b.*\bnot null\b/.test(part) && !/\bdefault\b/.test(part))))
  return isContraction ? [text] : []
}
