/** The server speaks at least every 55 seconds. */
const silence = { suspicious: 60_000, most: 75_000 }

/** Watches over a request: gives it up when nothing has been heard for too long, or when told to. */
export class Watch {
  readonly #controller = new AbortController()
  #heardAt = Date.now()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Whether silence was the reason to give up. */
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

  /** Timers stand still while a machine sleeps, so it may be over already. */
  check(): void {
    if (Date.now() - this.#heardAt > silence.suspicious) this.#giveUp()
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
    this.#timer = setTimeout(() => this.#giveUp(), silence.most)
  }

  #giveUp(): void {
    this.wasSilent = true
    this.abort()
  }
}
