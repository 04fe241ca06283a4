import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { Slots } from '../../platform/slots.ts'
import type { Db } from '../database.ts'
import { type PoolOptions, WatchedPool } from '../pool.ts'
import { clusterOf, type Epoch, isStandby, prepareReading } from '../session.ts'
import type { Tables } from '../tables.ts'
import { isReplaying } from './replica-store.ts'

const probeIntervalMs = 1_000
/** Nothing new is read from a replica that has not answered a probe for this long. */
const silentMs = 500
/** Statements that ask how far a replica is take microseconds. The pool retires a silent connection after twice this. */
const probeTimeoutMs = 1_000
const connectTimeoutMs = 2_000

export interface ReplicaOptions {
  /** Connections for reads. */
  maxConnections: number
  maxWaiting: number
  /** PostgreSQL cancels reads that take longer. They are repeated on the primary. */
  statementMs: number
  maxPrepared: number
  measure: PoolOptions['measure']
  slow: PoolOptions['slow']
  /** The history that the primary is on. */
  epoch(): Epoch
}

/** An address that leads to something else than one replica of the primary. */
export class NotAReplica extends Error {
  override readonly name = 'NotAReplica'
}

/**
 * One replica from the moment it is reached until it does not answer, restarts or is promoted. All its connections lead to one run of one
 * server. Within a session, what a later statement sees is therefore never older than what an earlier one has seen, on any connection.
 */
export class ReplicaSession {
  /** For reads of requests. */
  readonly db: Db
  /** Asks how far the replica is. Separate, so that this does not wait for reads. */
  readonly controlDb: Db
  /** Why the session ended. */
  readonly ended: Promise<Error>
  /** State that lasts as long as the session. */
  readonly slots = new Slots<ReplicaSession>()
  readonly #config: pg.ClientConfig
  readonly #options: ReplicaOptions
  readonly #pools = new Set<WatchedPool>()
  readonly #end: (error: Error) => void
  #timer: NodeJS.Timeout | undefined
  #startedAt: string | undefined
  #probedAt: number | undefined
  #isEnded = false

  private constructor(config: pg.ClientConfig, options: ReplicaOptions) {
    this.#config = config
    this.#options = options
    const { promise, resolve } = Promise.withResolvers<Error>()
    this.ended = promise
    this.#end = resolve
    const { maxConnections, maxWaiting, statementMs, maxPrepared, measure, slow } = options
    this.controlDb = this.#open({
      maxConnections: 1,
      maxWaiting,
      limits: { statementMs: probeTimeoutMs, lockMs: probeTimeoutMs },
      maxPrepared,
    })
    const limits = { statementMs, lockMs: Math.ceil(statementMs * 0.8) }
    this.db = this.#open({ maxConnections, maxWaiting, limits, maxPrepared, measure, slow })
  }

  static async open(config: pg.ClientConfig, options: ReplicaOptions): Promise<ReplicaSession> {
    const session = new ReplicaSession(config, options)
    try {
      await session.#probe()
    } catch (error) {
      await session.end(error as Error)
      throw error
    }
    session.#timer = setInterval(() => {
      session.#probe().catch((error: Error) => session.end(error))
    }, probeIntervalMs).unref()
    return session
  }

  get isUsable(): boolean {
    const isSilent = this.#probedAt !== undefined && performance.now() - this.#probedAt > silentMs
    return !this.#isEnded && !isSilent
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** Runs reads that may take hours on a dedicated connection. */
  async withoutTimeouts<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const limits = { statementMs: 0, lockMs: 0 }
    const { pool, db } = this.#openPool({ maxConnections: 1, maxWaiting: 10, limits })
    try {
      return await work(db)
    } finally {
      // Otherwise the end of the session has closed it.
      if (this.#pools.delete(pool) && !this.#isEnded) await pool.close()
    }
  }

  /** Breaks all connections: reads under way fail and are repeated on the primary. */
  async end(error: Error): Promise<void> {
    if (this.#isEnded) return
    this.#isEnded = true
    clearInterval(this.#timer)
    this.#end(error)
    await Promise.all([...this.#pools].map((pool) => pool.abort(error)))
  }

  async #probe(): Promise<void> {
    if (this.#probedAt !== undefined) return
    this.#probedAt = performance.now()
    const isReplica = await isReplaying(this.controlDb)
    this.#probedAt = undefined
    if (!isReplica) throw new NotAReplica('The replica was promoted.')
  }

  #open(options: Omit<PoolOptions, 'onError' | 'onConnected' | 'connectMs'>): Db {
    return this.#openPool(options).db
  }

  #openPool(options: Omit<PoolOptions, 'onError' | 'onConnected' | 'connectMs'>) {
    const pool = new WatchedPool(this.#config, {
      ...options,
      connectMs: connectTimeoutMs,
      // The next probe finds out whether the replica is gone.
      onError: () => {},
      onConnected: (epoch, client) => this.#assertSameServer(epoch, client),
    })
    this.#pools.add(pool)
    return { pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) }
  }

  async #assertSameServer(epoch: Epoch, client: pg.ClientBase): Promise<void> {
    const startedAt = await prepareReading(client)
    if (!isStandby(epoch)) throw new NotAReplica('It accepts writes, so it is no replica.')
    if (clusterOf(epoch) !== clusterOf(this.#options.epoch())) {
      throw new NotAReplica('It is no replica of the database of DATABASE_URL.')
    }
    this.#startedAt ??= startedAt
    if (startedAt === this.#startedAt) return
    const error = new NotAReplica('It was restarted, or its address leads to several servers.')
    // Not awaited: this connection is part of a pool that ends.
    void this.end(error)
    throw error
  }
}
