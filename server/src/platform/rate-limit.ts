import { WireError } from '@loquat/contract'
import type { Clock } from './clock.ts'

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

/** Hits are shared by the twentieth part of a limit, so that processes do not talk about every request. */
const sharedParts = 20
/** Callers that are remembered; beyond, the one that was quiet longest is forgotten. */
const maxCallers = 100_000

interface Caller {
  /** When accepted requests came, here and elsewhere, ascending. */
  hits: number[]
  /** Hits here that other processes have not been told of. */
  unshared: number
}

/** Counts accepted requests in memory. Processes tell each other, so that the limit is one for all of them. */
export class RateLimiter {
  readonly #clock: Clock
  readonly #share: (bucket: string, count: number) => void
  readonly #callers = new Map<string, Caller>()

  constructor(clock: Clock, share: (bucket: string, count: number) => void = () => {}) {
    this.#clock = clock
    this.#share = share
  }

  take(bucket: keyof typeof rules, key: string | number): Allowance {
    const rule = rules[bucket]
    const now = this.#clock.now()
    const name = `${bucket} ${key}`
    const caller = this.#caller(name, now - rule.seconds * 1_000)
    const allowance = decide(rule, caller.hits, now)
    caller.hits.push(now)
    if (++caller.unshared >= rule.count / sharedParts) {
      this.#share(name, caller.unshared)
      caller.unshared = 0
    }
    return allowance
  }

  /** Requests that another process has accepted just now. */
  addElsewhere(name: string, count: number): void {
    const rule = ruleOf(name)
    if (rule === undefined) return
    const now = this.#clock.now()
    const { hits } = this.#caller(name, now - rule.seconds * 1_000)
    for (let n = 0; n < Math.min(count, rule.count); n++) hits.push(now)
  }

  #caller(name: string, since: number): Caller {
    const caller = this.#callers.get(name) ?? { hits: [], unshared: 0 }
    const { hits } = caller
    while ((hits[0] ?? Number.POSITIVE_INFINITY) <= since) hits.shift()
    // Last in the map is whoever called last.
    this.#callers.delete(name)
    this.#callers.set(name, caller)
    if (this.#callers.size > maxCallers) this.#callers.delete(this.#callers.keys().next().value ?? '')
    return caller
  }

  /** Forgets whoever has been quiet for a whole window. */
  sweep(): void {
    const now = this.#clock.now()
    for (const [name, { hits }] of this.#callers) {
      const seconds = ruleOf(name)?.seconds ?? 0
      if ((hits.at(-1) ?? 0) < now - seconds * 1_000) this.#callers.delete(name)
    }
  }
}

const ruleOf = (name: string): Rule | undefined =>
  rules[name.slice(0, name.indexOf(' ')) as keyof typeof rules]
