import type { App } from '../../../app.ts'
import { call } from './call.ts'
import {
  type CallResult,
  endCall,
  immediately,
  postpone,
  storeFailedCall,
  takeDue,
  type WebhookCall,
} from './store.ts'

/** Concurrency limits of one process. A slow server delays only its own bot, unless very many are slow. */
const concurrency = { perBot: 8, total: 100 }

/** Lease: after this time other processes may retry the call. Longer than a call can take. */
const leaseMs = 30_000

/** Allow for clock skew: a wake-up slightly early must not wait a full period. */
const clockSkewMs = 1_000

/** Delays between attempts. After the last, the call fails. */
export const retryDelaysMs = [2_000, 10_000, 45_000]

type EnqueueWakeup = (callId: number, at?: Date) => Promise<void>

/**
 * Makes the calls of one process. They share one job slot, so that slow external servers do not block other
 * jobs.
 */
export class Caller {
  readonly #app: App
  readonly #enqueueWakeup: EnqueueWakeup
  readonly #running = new Map<number, { botId: number; ended: Promise<void> }>()
  #checkAgain: (() => void) | undefined

  constructor(app: App, enqueueWakeup: EnqueueWakeup) {
    this.#app = app
    this.#enqueueWakeup = enqueueWakeup
  }

  /**
   * Makes all due calls, including those that become due in the meantime. If already running, only triggers
   * another check.
   */
  async callDue(stopping: AbortSignal | undefined): Promise<void> {
    if (this.#checkAgain !== undefined) {
      this.#checkAgain()
      return
    }
    try {
      for (;;) {
        const { promise: wakeup, resolve } = Promise.withResolvers<void>()
        let hasMore = false
        this.#checkAgain = () => {
          hasMore = true
          resolve()
        }
        if (!stopping?.aborted) await this.#startDue(stopping)
        if (this.#running.size > 0) await wakeup
        else if (!hasMore || stopping?.aborted) break
      }
    } catch (error) {
      await Promise.all([...this.#running.values()].map(({ ended }) => ended))
      this.#checkAgain = undefined
      throw error
    }
    // No await after the last check, so that a concurrent caller starts a new run.
    this.#checkAgain = undefined
  }

  async #startDue(stopping: AbortSignal | undefined): Promise<void> {
    const now = this.#app.clock.now()
    const running = new Map<number, number>()
    for (const { botId } of this.#running.values()) running.set(botId, (running.get(botId) ?? 0) + 1)
    const { db } = this.#app.database
    const calls = await takeDue(db, new Date(now + clockSkewMs), new Date(now + leaseMs), {
      ...concurrency,
      running,
    })
    for (const one of calls) {
      const ended = this.#attempt(one, stopping).finally(() => {
        this.#running.delete(one.id)
        this.#checkAgain?.()
      })
      this.#running.set(one.id, { botId: one.bot_id, ended })
    }
  }

  /** Never throws: after any failure, the call is still stored and due again when its lease expires. */
  async #attempt(one: WebhookCall, stopping: AbortSignal | undefined): Promise<void> {
    try {
      const isLast = one.attempts >= retryDelaysMs.length
      const result = await call(this.#app, one, isLast, stopping).catch((error: unknown): CallResult => {
        if (stopping?.aborted) return 'interrupted'
        this.#log(error, one, 'could not call an outgoing webhook')
        return 'failed'
      })
      if (result === 'ended') return
      if (result === 'interrupted') return await this.#postpone(one, one.attempts, immediately)
      // Repeated unexpected errors are a bug on our side; stop retrying.
      const delayMs = retryDelaysMs[one.attempts]
      if (delayMs === undefined) await this.#giveUp(one)
      else await this.#postpone(one, one.attempts + 1, new Date(this.#app.clock.now() + delayMs))
    } catch (error) {
      this.#log(error, one, 'could not put off a call of an outgoing webhook')
    }
  }

  async #giveUp(one: WebhookCall): Promise<void> {
    const failedAt = new Date(this.#app.clock.now())
    await this.#app.database.db.transaction().execute(async (tx) => {
      if (await endCall(tx, one.id)) await storeFailedCall(tx, one, 'internal error', failedAt)
    })
  }

  async #postpone(one: WebhookCall, attempts: number, at: Date): Promise<void> {
    await postpone(this.#app.database.db, one.id, attempts, at)
    await this.#enqueueWakeup(one.id, at)
  }

  #log(error: unknown, { realm_id, bot_id }: WebhookCall, text: string): void {
    this.#app.logger.error({ err: error, realm_id, bot_id }, text)
  }
}
