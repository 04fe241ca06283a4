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

/** A rate limit error with the caller's allowance. */
export class TooManyRequests extends WireError<'RateLimitHit'> {
  readonly allowance: Allowance

  constructor(wait: number, allowance: Allowance) {
    super('rate-limit-exceeded', { seconds: Math.ceil(wait) }, { 'retry-after': wait })
    this.allowance = allowance
  }
}

export const rules = {
  api: { count: 200, seconds: 60 },
  events: { count: 200, seconds: 60 },
  /** Per organization. Identity providers expect 25 requests per second. */
  scim: { count: 1_500, seconds: 60 },
  /** Requests for tokens per address. Apps on a server ask for many people. */
  oauth: { count: 600, seconds: 60 },
  /** Apps that register themselves, per address. */
  oauthRegistration: { count: 20, seconds: 3_600 },
  /** Per picture, for all spectators together. */
  spectatorAvatar: { count: 1_000, seconds: 86_400 },
  /** Per file, for all spectators together. */
  spectatorFile: { count: 1_000, seconds: 86_400 },
  /** Per user; cached images do not count. */
  externalImage: { count: 300, seconds: 60 },
  /** Per organization, for all spectators together; cached images do not count. */
  spectatorExternalImage: { count: 100, seconds: 60 },
  /** Searches for GIFs per user; cached ones do not count. */
  gifs: { count: 60, seconds: 60 },
  /** Clicks and commands per user. */
  interaction: { count: 60, seconds: 60 },
  /** Ephemeral messages per bot. */
  ephemeral: { count: 120, seconds: 60 },
  /** Ephemeral messages per recipient, from all bots together. */
  ephemeralReader: { count: 30, seconds: 60 },
  /** Reported messages per user. */
  messageReport: { count: 10, seconds: 600 },
  /** Summaries per user, including cached ones. */
  summary: { count: 30, seconds: 3_600 },
  /** Calls that a user starts. */
  callStart: { count: 20, seconds: 60 },
  /** Signals of a user in calls: five connections with a few signals each, several times. */
  callSignal: { count: 150, seconds: 60 },
  /** Incoming emails per address of a channel. */
  inboundEmail: { count: 120, seconds: 3_600 },
  /** Incoming emails per sender. */
  inboundEmailSender: { count: 120, seconds: 3_600 },
  /** Emails about replies that were not posted, per user. */
  failedReply: { count: 10, seconds: 3_600 },
} as const satisfies Record<string, Rule>

/**
 * Whether one more request is accepted, given the times of earlier accepted ones (ascending), and the allowance after
 * it.
 */
export function checkRate(rule: Rule, hits: readonly number[], now: number): Allowance {
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

/** Processes share hits in batches of a twentieth of the limit, instead of every request. */
const sharedParts = 20
/** Maximum number of callers in memory; beyond it, the least recently active one is dropped. */
const maxCallers = 100_000

interface Caller {
  /** Times of accepted requests in all processes, ascending. */
  hits: number[]
  /** Local hits that have not been shared with other processes. */
  unshared: number
}

interface RateLimiterHost {
  /** Tells other processes of accepted requests. */
  share?(bucket: string, count: number): void
  onLimited?(bucket: keyof typeof rules): void
}

/**
 * Counts accepted requests in memory. Processes share their counts, so that the limit applies to all of them
 * together.
 */
export class RateLimiter {
  readonly #clock: Clock
  readonly #host: RateLimiterHost
  readonly #callers = new Map<string, Caller>()

  constructor(clock: Clock, host: RateLimiterHost = {}) {
    this.#clock = clock
    this.#host = host
  }

  take(bucket: keyof typeof rules, key: string | number): Allowance {
    const rule = rules[bucket]
    const now = this.#clock.now()
    const name = `${bucket} ${key}`
    const caller = this.#caller(name, now - rule.seconds * 1_000)
    const allowance = this.#check(bucket, caller.hits, now)
    caller.hits.push(now)
    if (++caller.unshared >= rule.count / sharedParts) {
      this.#host.share?.(name, caller.unshared)
      caller.unshared = 0
    }
    return allowance
  }

  #check(bucket: keyof typeof rules, hits: readonly number[], now: number): Allowance {
    try {
      return checkRate(rules[bucket], hits, now)
    } catch (error) {
      this.#host.onLimited?.(bucket)
      throw error
    }
  }

  /** Adds requests that another process has just accepted. */
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
    // Reinserted, so that the map stays ordered by last activity.
    this.#callers.delete(name)
    this.#callers.set(name, caller)
    if (this.#callers.size > maxCallers) this.#callers.delete(this.#callers.keys().next().value ?? '')
    return caller
  }

  /** Drops callers without requests in a whole window. */
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
