import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { migrations } from './migrations/index.ts'
import type { Tables } from './tables.ts'

/** What store functions that only read take; a transaction is one too. */
export type Db = Kysely<Tables>

const int8 = 20
const int8Array = 1016
const int4Array = 1007

/** Identifiers and counts fit a JavaScript number; `pg` would hand them over as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return Number
    return pg.types.getTypeParser(oid === int8Array ? int4Array : oid, format as 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
}

export interface Database {
  db: Db
  /**
   * Connections for following the log. Apart from the others, because a transaction that holds the log's lock
   * may wait for the log to be read: that read must not wait for a connection in turn.
   */
  followDb: Db
  /** Runs a statement that is planned once per connection, for those that run all the time. */
  runPrepared<T extends pg.QueryResultRow>(name: string, statement: RawBuilder<T>): Promise<T[]>
  /** For a connection outside the pool, such as the one that listens. */
  clientConfig: pg.ClientConfig
  close(): Promise<void>
}

export function openDatabase(config: pg.ClientConfig, onError: (error: Error) => void): Database {
  const clientConfig: pg.ClientConfig = { ...config, application_name: 'loquat', types }
  const connect = (max: number) => {
    const pool = new pg.Pool({
      ...clientConfig,
      max,
      idleTimeoutMillis: 10_000,
      connectionTimeoutMillis: 10_000,
    })
    // A connection that breaks while nobody uses it; the pool replaces it.
    pool.on('error', onError)
    // One that breaks inside a transaction, between two statements: the next statement will fail. Without a listener
    // the whole process would.
    pool.on('connect', (client) => client.on('error', () => {}))
    return { pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) }
  }
  const { db, pool } = connect(20)
  const { db: followDb } = connect(4)
  return {
    db,
    followDb,
    runPrepared: async <T extends pg.QueryResultRow>(name: string, statement: RawBuilder<T>) => {
      const { sql: text, parameters } = statement.compile(db)
      return (await pool.query<T>({ name, text, values: [...parameters] })).rows
    },
    clientConfig,
    close: async () => {
      await Promise.all([db.destroy(), followDb.destroy()])
    },
  }
}

/** Brings the schema up to date. Processes that start together wait for one another. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw new Error(`The migration ${failed ?? ''} failed.`, { cause: error })
  }
}

/** Whether the database answers. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}
