/**
 * Lets a few pass at a time, the others in the order in which they came. Whoever is inside leaves when the answer has gone
 * out, so that answers of megabytes do not pile up; a slow reader is not waited for beyond a limit.
 */
export class Turnstile {
  readonly #places: number
  readonly #patience: number
  #inside = 0
  readonly #waiting: (() => void)[] = []

  constructor(places: number, patienceMilliseconds: number) {
    this.#places = places
    this.#patience = patienceMilliseconds
  }

  async enter(onGone: (callback: () => void) => unknown): Promise<void> {
    if (this.#inside < this.#places) this.#inside++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    let isInside = true
    const leave = () => {
      if (!isInside) return
      isInside = false
      clearTimeout(timer)
      // Whoever is next takes the place.
      const next = this.#waiting.shift()
      if (next === undefined) this.#inside--
      else next()
    }
    const timer = setTimeout(leave, this.#patience)
    timer.unref()
    onGone(leave)
  }
}
