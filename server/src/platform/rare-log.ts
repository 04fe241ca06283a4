import type { Clock } from './clock.ts'
import type { Logger } from './logger.ts'

/** Logs frequent warnings once per interval, with the number of suppressed ones. */
export class RareLog {
  readonly #logger: Logger
  readonly #clock: Clock
  readonly #intervalMs: number
  #lastLogged = Number.NEGATIVE_INFINITY
  #leftOut = 0

  constructor(logger: Logger, clock: Clock, intervalMs: number) {
    this.#logger = logger
    this.#clock = clock
    this.#intervalMs = intervalMs
  }

  warn(details: object, message: string): void {
    const now = this.#clock.now()
    if (now - this.#lastLogged < this.#intervalMs) {
      this.#leftOut++
      return
    }
    this.#logger.warn({ ...details, left_out: this.#leftOut }, message)
    this.#lastLogged = now
    this.#leftOut = 0
  }
}
