import type { Limits } from '../../platform/limits.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { Overloaded } from '../../platform/overloaded.ts'

const checkIntervalMs = 50

/**
 * Rejects requests when the process is overloaded: a late response is worse than an immediate rejection, and work for
 * clients that gave up delays everyone else.
 */
export class Admission {
  readonly #limits: Limits
  readonly #metrics: Metrics
  #underWay = 0
  /** The smaller of the last two delays. A single long one is a stall of the host or a collection of garbage, not overload. */
  #delayMs = 0
  #lastDelayMs = 0
  #expected = performance.now() + checkIntervalMs
  readonly #timer: NodeJS.Timeout

  constructor(limits: Limits, metrics: Metrics) {
    this.#limits = limits
    this.#metrics = metrics
    this.#timer = setInterval(() => this.#measureDelay(), checkIntervalMs).unref()
  }

  /** Admits a request, or throws. Admitted requests must leave when they are answered. */
  enter(): void {
    if (this.#underWay >= this.#limits.requestsUnderWay) throw new Overloaded('requests')
    if (this.#delayMs > this.#limits.eventLoopDelayMs) throw new Overloaded('everything')
    this.#underWay++
    this.#metrics.requestStarted()
  }

  leave(): void {
    this.#underWay--
    this.#metrics.requestEnded()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #measureDelay(): void {
    const now = performance.now()
    const delayMs = now - this.#expected
    this.#delayMs = Math.min(delayMs, this.#lastDelayMs)
    this.#lastDelayMs = delayMs
    this.#expected = now + checkIntervalMs
  }
}
