import { WireError } from '@loquat/contract'
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

/** A refusal that knows what to tell about the allowance. */
export class TooManyRequests extends WireError<'RateLimitHit'> {
  readonly allowance: Allowance

  constructor(wait: number, allowance: Allowance) {
    const message = `Too many requests. Try again in ${Math.ceil(wait)} seconds.`
    super('RateLimitHit', message, { 'retry-after': wait })
    this.allowance = allowance
  }
}

export const rules = {
  api: { count: 200, seconds: 60 },
  events: { count: 200, seconds: 60 },
  /** For each picture, all who look without an account together. */
  spectatorAvatar: { count: 1_000, seconds: 86_400 },
  /** For each file, likewise. */
  spectatorFile: { count: 1_000, seconds: 86_400 },
} as const satisfies Record<string, Rule>

/** Given when past requests were accepted (ascending): whether one more is, and what is left after it. */
export function decide(rule: Rule, hits: readonly number[], now: number): Allowance {
  const since = now - rule.seconds * 1_000
  const recent = hits.filter((hit) => hit > since)
  const fullAgain = (last: number) => Math.ceil(last / 1_000 + rule.seconds)
  if (recent.length >= rule.count) {
    const wait = ((recent.at(-rule.count) ?? now) - since) / 1_000
    const reset = fullAgain(recent.at(-1) ?? now)
    throw new TooManyRequests(wait, { limit: rule.count, remaining: 0, reset })
  }
  return { limit: rule.count, remaining: rule.count - recent.length - 1, reset: fullAgain(now) }
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
    for (const [name, hits] of this.#hits) {
      const { seconds } = rules[name.slice(0, name.indexOf(' ')) as keyof typeof rules]
      if ((hits.at(-1) ?? 0) < now - seconds * 1_000) this.#hits.delete(name)
    }
  }
}
