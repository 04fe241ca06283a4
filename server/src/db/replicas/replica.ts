import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from '../../platform/logger.ts'
import { NotAReplica, type ReplicaOptions, ReplicaSession } from './replica-session.ts'

const retryDelayMs = { first: 500, most: 30_000 }

/** A configured replica: reaches it again whenever it is lost. */
export class Replica {
  /** The address without credentials. */
  readonly #place: string
  readonly #config: pg.ClientConfig
  readonly #options: ReplicaOptions
  readonly #logger: Logger
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  #session: ReplicaSession | undefined
  /** The last problem, which is logged once. */
  #problem: string | undefined

  constructor(place: string, config: pg.ClientConfig, options: ReplicaOptions, logger: Logger) {
    this.#place = place
    this.#config = config
    this.#options = options
    this.#logger = logger
    this.#running = this.#run()
  }

  /** The session, if reads can be sent to the replica now. */
  get session(): ReplicaSession | undefined {
    return this.#session?.isUsable ? this.#session : undefined
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#session?.end(new Error('The pool was closed.'))
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    for (let waitMs = retryDelayMs.first; !signal.aborted; waitMs *= 2) {
      try {
        this.#session = await ReplicaSession.open(this.#config, this.#options)
        if (signal.aborted) await this.#session.end(new Error('The pool was closed.'))
        this.#problem = undefined
        waitMs = retryDelayMs.first
        this.#logger.info({ replica: this.#place }, 'reading from a replica')
        const error = await this.#session.ended
        this.#lost(error)
      } catch (error) {
        this.#lost(error as Error)
      }
      await sleep(Math.min(waitMs, retryDelayMs.most), undefined, { signal, ref: false }).catch(() => {})
    }
  }

  #lost(error: Error): void {
    this.#session = undefined
    if (this.#stopping.signal.aborted || this.#problem === error.message) return
    this.#problem = error.message
    // The primary may be one of the addresses, so that the list need not change after a failover.
    const level = error instanceof NotAReplica ? 'info' : 'warn'
    this.#logger[level]({ err: error, replica: this.#place }, 'not reading from a replica')
  }
}
