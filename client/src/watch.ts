/** The server sends at least one heartbeat every 55 seconds. */
const silenceMs = { suspicious: 60_000, max: 75_000 }

/** Aborts a request when nothing has arrived for too long, or on demand. */
export class SilenceWatchdog {
  readonly #controller = new AbortController()
  #heardAt = Date.now()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Whether silence was the reason for aborting. */
  wasSilent = false

  constructor() {
    this.#wait()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  heard(): void {
    this.#heardAt = Date.now()
    this.#wait()
  }

  /** Timers stop while a machine sleeps, so the maximum may have passed already. */
  check(): void {
    if (Date.now() - this.#heardAt > silenceMs.suspicious) this.#giveUp()
  }

  abort(): void {
    this.end()
    this.#controller.abort()
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #wait(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#giveUp(), silenceMs.max)
  }

  #giveUp(): void {
    this.wasSilent = true
    this.abort()
  }
}
