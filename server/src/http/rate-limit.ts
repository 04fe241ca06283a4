import { refuse } from '@loquat/contract'
import type { Clock } from '../platform/clock.ts'

export interface Rule {
  /** Accepted requests per window. */
  count: number
  seconds: number
}

export interface Allowance {
  limit: number
  remaining: number
  /** Unix time at which the full allowance is back. */
  reset: number
}

export const rules = {
  api: { count: 200, seconds: 60 },
  events: { count: 200, seconds: 60 },
  anonymous: { count: 100, seconds: 60 },
  login: { count: 5, seconds: 1_800 },
} as const satisfies Record<string, Rule>

/** Given when past requests were accepted (ascending): whether one more is, and what is left after it. */
export function decide(rule: Rule, hits: readonly number[], now: number): Allowance {
  const since = now - rule.seconds * 1_000
  const recent = hits.filter((hit) => hit > since)
  if (recent.length >= rule.count) {
    const wait = ((recent.at(-rule.count) ?? now) - since) / 1_000
    throw refuse('RateLimitHit', `Too many requests. Try again in ${Math.ceil(wait)} seconds.`, {
      'retry-after': wait,
    })
  }
  return {
    limit: rule.count,
    remaining: rule.count - recent.length - 1,
    reset: Math.ceil(now / 1_000 + rule.seconds),
  }
}

/** Counts accepted requests in memory, per process. */
export class RateLimiter {
  readonly #clock: Clock
  readonly #hits = new Map<string, number[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  take(bucket: keyof typeof rules, key: string | number): Allowance {
    const rule = rules[bucket]
    const now = this.#clock.now()
    const name = `${bucket} ${key}`
    const hits = this.#hits.get(name) ?? []
    const since = now - rule.seconds * 1_000
    while ((hits[0] ?? now) <= since) hits.shift()
    const allowance = decide(rule, hits, now)
    hits.push(now)
    this.#hits.set(name, hits)
    return allowance
  }

  /** Forgets whoever has been quiet for a whole window. */
  sweep(): void {
    const now = this.#clock.now()
    for (const [name, hits] of this.#hits) if ((hits.at(-1) ?? 0) < now - 60_000) this.#hits.delete(name)
  }
}
