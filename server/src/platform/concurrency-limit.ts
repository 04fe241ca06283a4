import { apiError } from '@loquat/contract'

export interface ConcurrencyOptions {
  /** Maximum number of slots in use. */
  total: number
  /** Maximum number of slots in use by one key. */
  perKey: number
  /** Maximum number of requests of one key that wait for a slot. Further ones are rejected. */
  waitingPerKey: number
}

/** Releases a slot. Calling it again does nothing. */
export type Release = () => void

/** Registers a callback for a client that disconnects; returns a function that removes it. */
type OnGone = (callback: () => void) => () => void

interface Waiter {
  start(release: Release): void
}

/**
 * Limits concurrent work, in total and per key. Waiting keys take turns, so that a key with many requests does not delay the
 * others.
 */
export class ConcurrencyLimit {
  readonly #options: ConcurrencyOptions
  readonly #running = new Map<string, number>()
  /** Waiting requests by key. The key whose turn is next comes first. */
  readonly #waiting = new Map<string, Waiter[]>()
  #total = 0

  constructor(options: ConcurrencyOptions) {
    this.#options = options
  }

  /**
   * Waits for a slot, and returns a function that releases it. Throws RATE_LIMIT_HIT if too many requests of the key are
   * waiting. When the client disconnects, the request leaves the queue and its promise never settles.
   */
  async acquire(key: string, onDisconnect?: OnGone): Promise<Release> {
    if (this.#hasSlotFor(key)) return this.#take(key)
    const waiting = this.#waiting.get(key) ?? []
    if (waiting.length >= this.#options.waitingPerKey) {
      throw apiError('concurrency-limit-exceeded', {}, { 'retry-after': 1 })
    }
    return await new Promise((resolve) => {
      const waiter: Waiter = {
        start: (release) => {
          stopListening?.()
          resolve(release)
        },
      }
      const stopListening = onDisconnect?.(() => this.#remove(key, waiter))
      waiting.push(waiter)
      this.#waiting.set(key, waiting)
    })
  }

  /** Runs work in a slot. */
  async run<T>(key: string, work: () => Promise<T>, onDisconnect?: OnGone): Promise<T> {
    const release = await this.acquire(key, onDisconnect)
    try {
      return await work()
    } finally {
      release()
    }
  }

  #hasSlotFor(key: string): boolean {
    return this.#total < this.#options.total && (this.#running.get(key) ?? 0) < this.#options.perKey
  }

  #take(key: string): Release {
    this.#total++
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      this.#total--
      const left = (this.#running.get(key) ?? 1) - 1
      if (left === 0) this.#running.delete(key)
      else this.#running.set(key, left)
      this.#startNext()
    }
  }

  #startNext(): void {
    for (const [key, waiting] of this.#waiting) {
      if (!this.#hasSlotFor(key)) continue
      const [waiter] = waiting
      if (waiter === undefined) continue
      this.#remove(key, waiter)
      // Move the key to the end, behind all other keys.
      if (waiting.length > 0) {
        this.#waiting.delete(key)
        this.#waiting.set(key, waiting)
      }
      waiter.start(this.#take(key))
      return
    }
  }

  #remove(key: string, waiter: Waiter): void {
    const waiting = this.#waiting.get(key) ?? []
    const at = waiting.indexOf(waiter)
    if (at >= 0) waiting.splice(at, 1)
    if (waiting.length === 0) this.#waiting.delete(key)
  }
}
