import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseTimeout } from '../db/errors.ts'
import { WatchedClient } from '../db/watched-client.ts'
import type { Logger } from '../platform/logger.ts'

const channel = 'loquat'
const reconnectDelayMs = { first: 100, most: 5_000 }
const connectTimeoutMs = 5_000
/** Interval of connection checks; otherwise, a connection that died silently would never be noticed. */
const probeIntervalMs = 5_000
/** Health checks must answer within a second. */
const probeTimeoutMs = 800

/** Minimum time between two notifications of new messages in one organization. Other processes read them together anyway. */
const plainIntervalMs = 10

export type DatabaseState = 'ok' | 'read-only' | 'unreachable'

interface Listener {
  /** Another process appended to the log of an organization. Urgent events must be read even if nobody waits for them. */
  onLog(realmId: number, options: { isUrgent: boolean }): void
  /** A queue was deleted by another process. */
  onQueueDeleted(realmId: number, queueId: string): void
  /** Another process has accepted requests that count toward a rate limit. */
  onHits(bucket: string, count: number): void
  /** Notifications may have been missed. */
  onReconnected(): void
}

/**
 * Notifies other processes of changes, and receives their notifications. Sends after the commit, from a dedicated
 * connection and in batches, because NOTIFY inside a transaction serializes commits. A lost notification only causes
 * delay: all its information is in the database.
 */
export class Wakeups {
  readonly #config: pg.ClientConfig
  readonly #logger: Logger
  readonly #revive: () => Promise<void>
  readonly #self = randomUUID()
  readonly #unsent = new Set<string>()
  readonly #unsentHits = new Map<string, number>()
  /** Organizations whose other processes were notified of new messages a moment ago, and whether there are newer ones. */
  readonly #recent = new Map<number, boolean>()
  #recentTimer: NodeJS.Timeout | undefined
  #client: WatchedClient | undefined
  #probing: Promise<DatabaseState> | undefined
  #probeTimer: NodeJS.Timeout | undefined
  #listener: Listener | undefined
  /** Resolves when everything is sent that was enqueued. */
  #sending: Promise<void> | undefined
  #closed = false
  #running: Promise<void> = Promise.resolve()

  constructor(config: pg.ClientConfig, logger: Logger, revive: () => Promise<void> = async () => {}) {
    this.#config = config
    this.#logger = logger
    this.#revive = revive
  }

  async start(listener: Listener): Promise<void> {
    this.#listener = listener
    await this.#connect()
    this.#probeTimer = setInterval(() => void this.probe(), probeIntervalMs).unref()
  }

  /** Whether the database answers and accepts writes; takes at most a second. Replaces an unresponsive connection. */
  probe(): Promise<DatabaseState> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined
    })
    return this.#probing
  }

  async #probe(): Promise<DatabaseState> {
    const client = this.#client
    if (client === undefined) return 'unreachable'
    const timer = setTimeout(() => client.abort(new DatabaseTimeout()), probeTimeoutMs)
    try {
      const { rows } = await client.query<{ read_only: boolean }>(
        "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only",
      )
      return rows[0]?.read_only ? 'read-only' : 'ok'
    } catch {
      return 'unreachable'
    } finally {
      clearTimeout(timer)
    }
  }

  notifyLog(realmId: number, { isUrgent = true } = {}): void {
    if (isUrgent) this.#enqueue(`log ${realmId}`)
    else if (this.#recent.has(realmId)) this.#recent.set(realmId, true)
    else {
      this.#recent.set(realmId, false)
      this.#recentTimer ??= setTimeout(() => this.#endInterval(), plainIntervalMs).unref()
      // Older versions read all of them at once.
      this.#enqueue(`log ${realmId} plain`)
    }
  }

  #endInterval(): void {
    clearTimeout(this.#recentTimer)
    this.#recentTimer = undefined
    const before = [...this.#recent]
    this.#recent.clear()
    for (const [realmId, hasNewer] of before) if (hasNewer) this.notifyLog(realmId, { isUrgent: false })
  }

  notifyQueueDeleted(realmId: number, queueId: string): void {
    this.#enqueue(`queue ${realmId} ${queueId}`)
  }

  /** Shares accepted requests with other processes, so that a rate limit applies to all of them together. */
  notifyHits(bucket: string, count: number): void {
    this.#unsentHits.set(bucket, (this.#unsentHits.get(bucket) ?? 0) + count)
    this.#send()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#probeTimer)
    const client = this.#client
    const abort = setTimeout(() => client?.abort(new DatabaseTimeout()), probeTimeoutMs)
    // Nobody else would announce what was put off.
    this.#endInterval()
    clearTimeout(this.#recentTimer)
    await this.#sending
    await client?.end().catch(() => {})
    clearTimeout(abort)
    await this.#running
  }

  async #connect(): Promise<void> {
    const client = new WatchedClient({
      ...this.#config,
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
    })
    client.on('error', (error) => this.#logger.warn({ err: error }, 'the listening connection broke'))
    client.on('notification', (notice) => this.#hear(notice.payload ?? ''))
    try {
      await client.connect()
      // The connection may go silent after the login.
      await client.query({ text: `listen ${channel}`, query_timeout: connectTimeoutMs } as pg.QueryConfig)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    // Only now: a failed attempt also emits `end`, and its caller retries it.
    client.on('end', () => {
      this.#client = undefined
      if (!this.#closed) this.#running = this.#reconnect()
    })
    this.#client = client
    this.#send()
  }

  async #reconnect(): Promise<void> {
    const { first, most } = reconnectDelayMs
    for (let wait = first; !this.#closed; wait = Math.min(wait * 2, most)) {
      await sleep(wait)
      if (this.#closed) return
      try {
        await this.#revive()
        await this.#connect()
        this.#listener?.onReconnected()
        return
      } catch (error) {
        this.#logger.warn({ err: error }, 'cannot listen for other processes yet')
      }
    }
  }

  #hear(payload: string): void {
    const [from, ...words] = payload.split(' ')
    if (from === this.#self) return
    const [kind, id, detail = ''] = words
    if (kind === 'log') this.#listener?.onLog(Number(id), { isUrgent: detail !== 'plain' })
    else if (kind === 'queue') this.#listener?.onQueueDeleted(Number(id), detail)
    else if (kind === 'hits') this.#listener?.onHits(decodeURIComponent(detail), Number(id))
  }

  #enqueue(notice: string): void {
    this.#unsent.add(notice)
    this.#send()
  }

  #send(): void {
    const isEmpty = this.#unsent.size + this.#unsentHits.size === 0
    // Without anything to wait for, it would end before it is assigned.
    if (isEmpty || this.#client === undefined) return
    this.#sending ??= this.#sendAll()
  }

  async #sendAll(): Promise<void> {
    try {
      while (this.#unsent.size + this.#unsentHits.size > 0 && this.#client !== undefined) {
        const hits = [...this.#unsentHits].map(
          ([bucket, count]) => `hits ${count} ${encodeURIComponent(bucket)}`,
        )
        const notices = [...this.#unsent, ...hits].map((notice) => `${this.#self} ${notice}`)
        this.#unsent.clear()
        this.#unsentHits.clear()
        await this.#client.query('select pg_notify($1, n) from unnest($2::text[]) n', [channel, notices])
      }
    } catch (error) {
      if (!this.#closed) this.#logger.warn({ err: error }, 'could not notify other processes')
    } finally {
      this.#sending = undefined
    }
  }
}
