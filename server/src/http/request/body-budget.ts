import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiError } from '@loquat/contract'
import type { BodyLimits } from '../../platform/limits.ts'
import { Overloaded } from '../../platform/overloaded.ts'

const checkIntervalMs = 1_000

/** Counts the bytes of bodies being read or processed, and disconnects clients that send them too slowly. */
export class BodyBudget {
  readonly #limits: BodyLimits
  readonly #used = { small: new Usage(), large: new Usage() }
  readonly #incomplete = new Map<IncomingMessage, number>()
  readonly #timer: NodeJS.Timeout

  constructor(limits: BodyLimits) {
    this.#limits = limits
    this.#timer = setInterval(() => this.#disconnectSlow(), Math.min(checkIntervalMs, limits.graceMs)).unref()
  }

  /** Reserves memory for a body until its request is answered. Throws if there is none left, or the client has disconnected. */
  reserve(kind: 'small' | 'large', key: string, bytes: number, response: ServerResponse): void {
    // A closed response would never release it.
    if (response.destroyed) throw apiError('body-length-mismatch')
    const { perKey, total } = this.#limits[kind]
    const used = this.#used[kind]
    if (used.total + bytes > total) throw new Overloaded('request bodies')
    if (used.by(key) + bytes > perKey) {
      throw apiError('body-budget-exceeded', {}, { 'retry-after': 1 })
    }
    used.add(key, bytes)
    response.once('close', () => used.add(key, -bytes))
  }

  /**
   * Disconnects the client if the body does not arrive in time, even if it is not read because the request was
   * rejected.
   */
  expect(request: IncomingMessage, bytes: number): void {
    const { graceMs, bytesPerSecond } = this.#limits
    this.#incomplete.set(request, performance.now() + graceMs + (bytes / bytesPerSecond) * 1_000)
  }

  arrived(request: IncomingMessage): void {
    this.#incomplete.delete(request)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #disconnectSlow(): void {
    const now = performance.now()
    for (const [request, deadline] of this.#incomplete) {
      if (request.complete || request.destroyed) this.#incomplete.delete(request)
      else if (now > deadline) request.socket.destroy()
    }
  }
}

class Usage {
  total = 0
  readonly #byKey = new Map<string, number>()

  by(key: string): number {
    return this.#byKey.get(key) ?? 0
  }

  add(key: string, bytes: number): void {
    this.total += bytes
    const left = this.by(key) + bytes
    if (left === 0) this.#byKey.delete(key)
    else this.#byKey.set(key, left)
  }
}
