import pg from 'pg'
import type { DatabaseHost } from '../platform/database-url.ts'
import { socketOf } from './client-internals.ts'
import { isRefusal, NoPrimary, type Primary, type ReplicatedConfig } from './primary.ts'

/** With several hosts, one that is silent must soon be given up for another. */
const connectTimeoutMs = 3_000
const checkTimeoutMs = 2_000

/** Only the primary is connected to, and it is another host now. The words of `pg` for a lost connection. */
const movedAway = () => new Error('Connection terminated: the database has another primary.')

/**
 * A connection to the primary of the configured hosts. It breaks when another host becomes the primary. With a single
 * host, it is a plain connection.
 */
export class PrimaryClient extends pg.Client {
  readonly #config: ReplicatedConfig
  #isEnding = false

  constructor(config: string | ReplicatedConfig = {}) {
    const options: ReplicatedConfig = typeof config === 'string' ? { connectionString: config } : config
    super(
      options.primary === undefined ? options : { ...options, connectionTimeoutMillis: timeoutOf(options) },
    )
    this.#config = options
    // The connection may break while its host is being checked, when the caller does not listen yet.
    if (options.primary !== undefined) this.on('error', () => {})
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Parameters<pg.Client['connect']>[0]): void
  // biome-ignore lint/suspicious/noConfusingVoidType: one implementation for both forms of `pg`
  override connect(callback?: Parameters<pg.Client['connect']>[0]): Promise<pg.Client> | void {
    const { primary } = this.#config
    if (primary === undefined) return callback === undefined ? super.connect() : super.connect(callback)
    const connected = this.#connectTo(primary)
    if (callback === undefined) return connected
    const call = callback as (error: Error | null, client?: pg.Client) => void
    connected.then(
      () => call(null, this),
      (error: Error) => call(error),
    )
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | void {
    this.#isEnding = true
    return callback === undefined ? super.end() : super.end(callback)
  }

  async #connectTo(primary: Primary): Promise<pg.Client> {
    let host: DatabaseHost
    try {
      host = await primary.locate(this.#config)
    } catch (error) {
      // As after a failed connection.
      this.emit('end')
      throw error
    }
    Object.assign(this, host)
    try {
      // The caller has lost patience while the primary was searched.
      if (socketOf(this).destroyed) throw new Error('Connection terminated')
      await super.connect()
      await this.#assertPrimary(primary, host)
    } catch (error) {
      if (!isRefusal(error)) primary.suspect(host)
      socketOf(this).destroy()
      throw error
    }
    const ignore = primary.onMoved(() => socketOf(this).destroy(movedAway()))
    this.once('end', () => {
      ignore()
      if (!this.#isEnding) primary.suspect(host)
    })
    return this
  }

  async #assertPrimary(primary: Primary, host: DatabaseHost): Promise<void> {
    const { rows } = await this.query<{ standby: boolean }>({
      text: 'select pg_is_in_recovery() as standby',
      query_timeout: checkTimeoutMs,
    } as pg.QueryConfig)
    if (rows[0]?.standby || !primary.isAt(host)) throw movedAway()
  }
}

/** A new connection to the primary; a second attempt if the remembered one is no longer the primary. */
export async function connectToPrimary(config: ReplicatedConfig): Promise<pg.Client> {
  const attempt = async () => {
    const client = new PrimaryClient(config)
    // The statement that uses a broken connection reports it.
    client.on('error', () => {})
    await client.connect()
    return client
  }
  try {
    return await attempt()
  } catch (error) {
    if (!isWorthRetrying(error, config.primary)) throw error
    return await attempt()
  }
}

/** Whether another search may find another host. */
export const isWorthRetrying = (error: unknown, primary: Primary | undefined): boolean =>
  primary !== undefined && !primary.isTrusted && !(error instanceof NoPrimary)

const timeoutOf = ({ connectionTimeoutMillis = connectTimeoutMs }: pg.ClientConfig) =>
  Math.min(connectionTimeoutMillis, connectTimeoutMs)
