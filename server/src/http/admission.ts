import type { Limits } from '../platform/limits.ts'
import type { Metrics } from '../platform/metrics.ts'
import { Overloaded } from '../platform/overloaded.ts'

const checkIntervalMs = 50

/**
 * Turns requests away when the process has more to do than it can: an answer that comes too late is worse than one that says
 * so at once, and work that nobody waits for any more makes everybody else wait.
 */
export class Admission {
  readonly #limits: Limits
  readonly #metrics: Metrics
  #underWay = 0
  #delayMs = 0
  #expected = performance.now() + checkIntervalMs
  readonly #timer: NodeJS.Timeout

  constructor(limits: Limits, metrics: Metrics) {
    this.#limits = limits
    this.#metrics = metrics
    this.#timer = setInterval(() => this.#measureDelay(), checkIntervalMs).unref()
  }

  /** Counts a request, or throws. Whoever was admitted leaves when it is answered. */
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
    this.#delayMs = now - this.#expected
    this.#expected = now + checkIntervalMs
  }
}
