import { Kysely, PostgresDialect, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { PoolName } from '../platform/metrics/database.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { PrimaryDemoted } from './errors.ts'
import { type PoolOptions, type SlowStatements, WatchedPool } from './pool.ts'
import type { PoolSizes } from './pool-sizes.ts'
import { prepared } from './prepared-statements.ts'
import { type Epoch, isStandby, unknownEpoch } from './session.ts'
import type { Tables } from './tables.ts'

/** For store functions that only read; a transaction is a Db as well. */
export type Db = Kysely<Tables>

/** A request that finds this many others waiting for a connection is rejected. */
const maxWaitingRequests = 1_000
/** Per connection. The plan of a long statement takes a few hundred kilobytes of PostgreSQL's memory. */
export const maxPreparedStatements = 40
/** At most one for each organization with new events. */
const maxWaitingFollowers = 10_000

const int8 = 20
const int8Array = 1016
const int4Array = 1007

/** Identifiers and counts fit a JavaScript number; `pg` would return them as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return Number
    return pg.types.getTypeParser(oid === int8Array ? int4Array : oid, format as 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
}

export interface Database {
  /** For requests: short statements with a short timeout. */
  db: Db
  /**
   * Connections for following the log. Separate from the others, because a transaction that holds the log's lock may
   * wait for the log to be read: that read must not wait for a connection in turn.
   */
  followDb: Db
  /** For background work over many rows: few connections, long timeouts. */
  backgroundDb: Db
  /**
   * Runs work that may take hours on a dedicated connection: no statement times out, and it may pause inside a
   * transaction.
   */
  withoutTimeouts<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs a frequent statement of constant text outside a transaction. Each connection plans it only the first few times. */
  runPrepared<T>(statement: RawBuilder<T>): Promise<T[]>
  /** For connections outside the pools, such as the one that listens for notifications. */
  clientConfig: pg.ClientConfig
  sizes: PoolSizes
  /** The history of the newest connection. */
  epoch(): Epoch
  /** Closes every connection within two seconds. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  sizes: PoolSizes
  /** PostgreSQL cancels statements of requests that take longer, in milliseconds. */
  timeoutMs: number
  /** Off if a pooler between here and PostgreSQL does not support them. */
  preparedStatements: boolean
  /** Unmeasured if unset. */
  metrics?: Metrics
  slow?: SlowStatements
  /** An idle connection broke. */
  onError(error: Error): void
  /** A new connection is on a different database history from earlier ones. */
  onEpochChanged?(): void
}

/** Background work may take this many times as long as a request. */
const backgroundFactor = 30

export function openDatabase(config: pg.ClientConfig, options: DatabaseOptions): Database {
  const { sizes, timeoutMs, onError } = options
  let current = unknownEpoch
  const onConnected = (epoch: Epoch) => {
    if (isStandby(epoch)) {
      if (current !== unknownEpoch) throw new PrimaryDemoted()
      return
    }
    const isChanged = current !== unknownEpoch && epoch !== current
    current = epoch
    if (isChanged) options.onEpochChanged?.()
  }
  const clientConfig: pg.ClientConfig = { ...config, application_name: 'loquat', types }
  const open = (name: PoolName, maxConnections: number, maxWaiting: number, statementMs: number) => {
    const limits = { statementMs, lockMs: Math.ceil(statementMs * 0.8) }
    const maxPrepared = options.preparedStatements ? maxPreparedStatements : 0
    const bounds = { maxConnections, maxWaiting, connectMs: timeoutMs, limits, maxPrepared }
    const measure = options.metrics && measurerOf(options.metrics, name)
    const pool = new WatchedPool(clientConfig, {
      ...bounds,
      measure,
      slow: options.slow,
      onError,
      onConnected,
    })
    return { pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) }
  }
  const requests = open('requests', sizes.requests, maxWaitingRequests, timeoutMs)
  const follow = open('follow', sizes.follow, maxWaitingFollowers, timeoutMs)
  const background = open('background', sizes.background, maxWaitingFollowers, timeoutMs * backgroundFactor)
  return {
    db: requests.db,
    followDb: follow.db,
    backgroundDb: background.db,
    withoutTimeouts: (work) => withoutTimeouts(clientConfig, work),
    runPrepared: async (statement) => (await prepared(statement).execute(requests.db)).rows,
    clientConfig,
    sizes,
    epoch: () => current,
    close: async () => {
      await Promise.all([requests, follow, background].map(({ pool }) => pool.close()))
    },
  }
}

/** Measures a pool under a name. */
export const measurerOf = (metrics: Metrics, name: PoolName): PoolOptions['measure'] =>
  metrics.measurePool.bind(undefined, name)

/** Runs work on a dedicated connection on which no statement times out. */
export async function withoutTimeouts<T>(config: pg.ClientConfig, work: (db: Db) => Promise<T>): Promise<T> {
  const limits = { statementMs: 0, lockMs: 0 }
  const bounds = { maxConnections: 1, maxWaiting: 10, connectMs: 10_000, limits }
  const pool = new WatchedPool(config, { ...bounds, onError: () => {} })
  try {
    return await work(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }))
  } finally {
    await pool.close()
  }
}
