import type { App } from '../../../app.ts'
import { type DeliveryResult, deliver, timeoutMs } from './deliver.ts'
import { type DuePush, endDue, postpone, takeDue } from './due-store.ts'
import { deleteSubscriptionById } from './subscription-store.ts'

/** Maximum concurrent deliveries of one process. */
const maxConcurrent = 32
/** Lease: after this time other processes may retry. Longer than a delivery can take. */
const leaseMs = timeoutMs * 3
/** Allow for clock skew: a wake-up slightly early must not wait a full period. */
const clockSkewMs = 1_000
/** Delays between attempts. After the last, the push is dropped. */
export const retryDelaysMs = [5_000, 30_000, 120_000, 600_000, 3_600_000]
/** Maximum delay accepted from a push service's Retry-After. */
const maxRetryDelayMs = 3_600_000

type EnqueueWakeup = (at: Date) => Promise<void>

/** Delivers the pushes of one process. They share one job slot. */
export class Deliverer {
  readonly #app: App
  readonly #enqueueWakeup: EnqueueWakeup
  readonly #running = new Set<Promise<void>>()
  #isRunning = false
  #hasMore = false
  #wake = () => {}

  constructor(app: App, enqueueWakeup: EnqueueWakeup) {
    this.#app = app
    this.#enqueueWakeup = enqueueWakeup
  }

  /**
   * Delivers all due pushes, including those that become due in the meantime. If already running, only
   * triggers another check.
   */
  async deliverDue(stopping: AbortSignal | undefined): Promise<void> {
    this.#hasMore = true
    this.#wake()
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      while (this.#running.size > 0 || (this.#hasMore && !stopping?.aborted)) {
        const { promise: something, resolve } = Promise.withResolvers<void>()
        this.#wake = resolve
        if (this.#hasMore && !stopping?.aborted) await this.#startDue(stopping)
        if (this.#running.size > 0) await something
      }
    } catch (error) {
      await Promise.all(this.#running)
      this.#isRunning = false
      throw error
    }
    // No await after the last check, so that a concurrent caller starts a new run.
    this.#isRunning = false
  }

  async #startDue(stopping: AbortSignal | undefined): Promise<void> {
    this.#hasMore = false
    const space = maxConcurrent - this.#running.size
    if (space === 0) return
    const now = this.#app.clock.now()
    const { db } = this.#app.database
    const taken = await takeDue(db, new Date(now + clockSkewMs), new Date(now + leaseMs), space)
    for (const due of taken) {
      const attempt = this.#attempt(due, stopping).finally(() => {
        this.#running.delete(attempt)
        // There may be more due pushes than there were free slots.
        this.#hasMore = true
        this.#wake()
      })
      this.#running.add(attempt)
    }
  }

  /** Never throws: after any failure, the row is still stored and due again when its lease expires. */
  async #attempt(due: DuePush, stopping: AbortSignal | undefined): Promise<void> {
    try {
      const result = await deliver(this.#app, due, stopping).catch((error: unknown): DeliveryResult => {
        if (stopping?.aborted) return 'interrupted'
        this.#log(error, due, 'could not tell a browser of messages')
        return { retryAfterMs: 0 }
      })
      await this.#applyResult(due, result)
    } catch (error) {
      this.#log(error, due, 'could not put off telling a browser of messages')
    }
  }

  async #applyResult(due: DuePush, result: DeliveryResult): Promise<void> {
    const { db } = this.#app.database
    const isOver = typeof result === 'object' && due.attempts >= retryDelaysMs.length
    this.#count(result, isOver)
    if (result === 'gone') return await deleteSubscriptionById(db, due.subscriptionId)
    if (result === 'delivered' || result === 'refused' || result === 'unneeded' || isOver) {
      await endDue(db, due)
      return
    }
    const delayMs =
      result === 'interrupted'
        ? 0
        : Math.max(retryDelaysMs[due.attempts] ?? 0, Math.min(result.retryAfterMs, maxRetryDelayMs))
    const at = new Date(this.#app.clock.now() + delayMs)
    await postpone(db, due, result === 'interrupted' ? due.attempts : due.attempts + 1, at)
    await this.#enqueueWakeup(at)
  }

  #count(result: DeliveryResult, isOver: boolean): void {
    const { metrics } = this.#app
    if (typeof result === 'object') metrics.pushSent(isOver ? 'dropped' : 'retried')
    else if (result !== 'unneeded' && result !== 'interrupted') metrics.pushSent(result)
  }

  #log(error: unknown, { realmId, userId }: DuePush, text: string): void {
    this.#app.logger.error({ err: error, realm_id: realmId, user_id: userId }, text)
  }
}
