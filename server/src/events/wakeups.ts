import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../platform/logger.ts'

const channel = 'loquat'
const patience = { first: 100, most: 5_000 }

interface Listener {
  /** Another process appended to the log of an organization. */
  onLog(realmId: number): void
  /** A queue was deleted by another process. */
  onQueueDeleted(realmId: number, queueId: string): void
  /** Notifications may have been missed. */
  onReconnected(): void
}

/**
 * Tells other processes that there is something new, and hears from them. Notices are sent after the commit, from
 * a connection of their own and in batches, because NOTIFY inside a transaction makes commits queue. A lost notice
 * costs time only: everything it could say is in the database.
 */
export class Wakeups {
  readonly #config: pg.ClientConfig
  readonly #logger: Logger
  readonly #revive: () => Promise<void>
  readonly #self = randomUUID()
  readonly #unsent = new Set<string>()
  #client: pg.Client | undefined
  #listener: Listener | undefined
  #sending = false
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
  }

  announceLog(realmId: number): void {
    this.#announce(`log ${realmId}`)
  }

  announceQueueDeleted(realmId: number, queueId: string): void {
    this.#announce(`queue ${realmId} ${queueId}`)
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end().catch(() => {})
    await this.#running
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...this.#config, keepAlive: true })
    client.on('error', (error) => this.#logger.warn({ err: error }, 'the listening connection broke'))
    client.on('notification', (notice) => this.#hear(notice.payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    // Only now: an attempt that fails ends too, and is tried again by whoever made it.
    client.on('end', () => {
      this.#client = undefined
      if (!this.#closed) this.#running = this.#reconnect()
    })
    this.#client = client
    void this.#send()
  }

  async #reconnect(): Promise<void> {
    for (let wait = patience.first; !this.#closed; wait = Math.min(wait * 2, patience.most)) {
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
    const [kind, realmId, queueId] = words
    if (kind === 'log') this.#listener?.onLog(Number(realmId))
    if (kind === 'queue' && queueId !== undefined) this.#listener?.onQueueDeleted(Number(realmId), queueId)
  }

  #announce(notice: string): void {
    this.#unsent.add(notice)
    void this.#send()
  }

  async #send(): Promise<void> {
    if (this.#sending || this.#client === undefined) return
    this.#sending = true
    try {
      while (this.#unsent.size > 0 && this.#client !== undefined) {
        const notices = [...this.#unsent].map((notice) => `${this.#self} ${notice}`)
        this.#unsent.clear()
        await this.#client.query('select pg_notify($1, n) from unnest($2::text[]) n', [channel, notices])
      }
    } catch (error) {
      if (!this.#closed) this.#logger.warn({ err: error }, 'could not notify other processes')
    } finally {
      this.#sending = false
    }
  }
}
