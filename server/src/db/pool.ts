import pg from 'pg'
import type { PoolRecorder, PoolUse } from '../platform/metrics/database.ts'
import { Overloaded } from '../platform/overloaded.ts'
import type { WorkContext } from '../platform/work-context.ts'
import { DatabaseTimeout } from './errors.ts'
import { withoutMarker } from './prepared-statements.ts'
import type { ReplicatedConfig } from './primary.ts'
import { isWorthRetrying } from './primary-client.ts'
import { type Epoch, prepareSession, type WorkLimits } from './session.ts'
import { kindOf } from './statement-kind.ts'
import { WatchedClient, type WatchedClientOptions } from './watched-client.ts'

/** Added to PostgreSQL's own timeout: a live connection would have answered by then. */
const maxGraceMs = 2_000
const watchdogIntervalMs = 250
/** Maximum length of a statement's text in a trace. */
const maxTracedLength = 1_000
const idleTimeoutMs = 10_000
/** How long a closing pool waits for PostgreSQL to close its connections. */
const closeTimeoutMs = 2_000

export interface SlowStatements {
  ms: number
  report(text: string, ms: number, context: WorkContext | undefined): void
}

export interface PoolOptions {
  maxConnections: number
  /** Callers are rejected if this many already wait for a connection. */
  maxWaiting: number
  /** How long a caller waits for a connection, new or used. */
  connectMs: number
  limits: WorkLimits
  /** Maximum number of prepared statements per connection; none if unset. */
  maxPrepared?: number
  /** Measures the pool; unmeasured if unset. */
  measure?: ((use: () => PoolUse) => PoolRecorder) | undefined
  /** Reports statements that take this long; only if the pool is measured. */
  slow?: SlowStatements | undefined
  /** An idle connection broke, or was retired. */
  onError(error: Error): void
  /** Called for every new connection, before it is used. The connection is not used if this throws. */
  onConnected?(epoch: Epoch, client: pg.ClientBase): void | Promise<void>
}

/**
 * A pool in which nothing waits forever. PostgreSQL cancels slow statements itself. The watchdog retires connections
 * on which not even that response arrives (a proxy or network that drops packets, a stopped server), and callers are
 * rejected when too many already wait.
 */
export class WatchedPool extends pg.Pool {
  readonly #options: PoolOptions
  readonly #config: ReplicatedConfig
  readonly #clients: Set<WatchedClient>
  readonly #watchdog: NodeJS.Timeout
  readonly #recorder: PoolRecorder | undefined

  constructor(config: ReplicatedConfig, options: PoolOptions) {
    const clients = new Set<WatchedClient>()
    const recorder = options.measure?.(() => ({
      used: this.totalCount - this.idleCount,
      idle: this.idleCount,
      waiting: this.waitingCount,
      max: options.maxConnections,
    }))
    class Client extends WatchedClient {
      constructor(clientConfig?: ReplicatedConfig) {
        super(clientConfig, clientOptions(options, recorder))
        clients.add(this)
        this.once('end', () => clients.delete(this))
      }
    }
    super({
      ...config,
      Client: Client as new () => pg.ClientBase,
      max: options.maxConnections,
      idleTimeoutMillis: idleTimeoutMs,
      connectionTimeoutMillis: options.connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      onConnect: async (client) =>
        await options.onConnected?.(await prepareSession(client, options.limits), client),
    })
    this.#options = options
    this.#config = config
    this.#recorder = recorder
    this.#clients = clients
    this.on('error', options.onError)
    // A connection may break inside a transaction, between two statements. The next statement then fails; without a
    // listener, the process would crash.
    this.on('connect', (client) => client.on('error', () => {}))
    this.on('acquire', (client) => setIdle(client, false))
    this.on('release', (_error, client) => setIdle(client, true))
    this.#watchdog = setInterval(() => this.#retireSilent(), watchdogIntervalMs).unref()
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  // biome-ignore lint/suspicious/noConfusingVoidType: one implementation for both forms of `pg`
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    if (this.waitingCount < this.#options.maxWaiting) {
      const isReplicated = this.#config.primary !== undefined
      if (callback !== undefined && !isReplicated) return super.connect(callback)
      const connected =
        this.#recorder === undefined || callback !== undefined
          ? this.#acquire()
          : this.#connectMeasured(this.#recorder)
      if (callback === undefined) return connected
      connected.then(
        (client) => callback(undefined, client, (error) => client.release(error)),
        (error: Error) => callback(error, undefined, () => {}),
      )
      return
    }
    const error = new Overloaded('callers for a database connection')
    if (callback === undefined) return Promise.reject(error)
    callback(error, undefined, () => {})
  }

  /** Ends within two seconds, even if connections do not respond. */
  async close(): Promise<void> {
    clearInterval(this.#watchdog)
    const abort = setTimeout(() => {
      for (const client of this.#clients) client.abort(new Error('The pool was closed.'))
    }, closeTimeoutMs)
    await this.end()
    clearTimeout(abort)
  }

  /** Ends at once. Running statements fail with the error. */
  async abort(error: Error): Promise<void> {
    for (const client of this.#clients) client.abort(error)
    await this.close()
  }

  /** Tries twice if the primary may have moved: the first attempt finds out, the second one searches for it. */
  async #acquire(): Promise<pg.PoolClient> {
    try {
      return await super.connect()
    } catch (error) {
      if (!isWorthRetrying(error, this.#config.primary)) throw error
      return await super.connect()
    }
  }

  #connectMeasured({ waits }: PoolRecorder): Promise<pg.PoolClient> {
    const isIdle = this.idleCount > 0
    const startedAt = isIdle ? 0 : performance.now()
    const connected = this.#acquire()
    if (isIdle) waits.record(0)
    else {
      const end = () => waits.record((performance.now() - startedAt) / 1_000)
      connected.then(end, end)
    }
    return connected
  }

  #retireSilent(): void {
    const now = performance.now()
    const { statementMs } = this.#options.limits
    const maxMs =
      statementMs === 0 ? Number.POSITIVE_INFINITY : statementMs + Math.min(statementMs, maxGraceMs)
    // Every client is checked, because the check also records its time.
    const silent = [...this.#clients].filter((client) => client.waitingMs(now) > maxMs)
    if (silent.length === 0) return
    const error = new DatabaseTimeout()
    for (const client of silent) client.abort(error)
    // The cause has probably silenced the idle ones too, and each would cost a caller the full timeout.
    for (const client of this.#clients) if (client.isIdle) client.abort(error)
  }
}

function clientOptions(
  { maxPrepared, slow }: PoolOptions,
  recorder: PoolRecorder | undefined,
): WatchedClientOptions {
  return {
    ...(maxPrepared === undefined ? {} : { maxPrepared }),
    ...(recorder === undefined
      ? {}
      : {
          onStatement: (text: string, ms: number, context: WorkContext | undefined) => {
            const kind = kindOf(text)
            recorder.statements[kind].record(ms / 1_000)
            context?.span?.add(kind, ms, {
              'db.system.name': 'postgresql',
              'db.query.text': withoutMarker(text).slice(0, maxTracedLength),
            })
            if (slow !== undefined && ms >= slow.ms) slow.report(text, ms, context)
          },
        }),
  }
}

function setIdle(client: pg.ClientBase, isIdle: boolean): void {
  ;(client as WatchedClient).isIdle = isIdle
}
