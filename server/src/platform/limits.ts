import type { ConcurrencyOptions } from './concurrency-limit.ts'

/** How much may wait in one process before further requests are turned away. */
export interface Limits {
  /** Messages of one organization that wait to be stored: half a second's worth at ordinary speed. */
  waitingSends: number
  /** Changes to one organization (people, channels, settings) that wait for each other. */
  waitingChanges: number
  /** Requests being answered, waiting polls and streams not counted. */
  requestsUnderWay: number
  /** A process whose timers are this late, in milliseconds, has more to do than it can. */
  eventLoopDelayMs: number
  bodies: BodyLimits
}

/** How much of request bodies is held in memory at once, in bytes, and how slowly they may come. */
export interface BodyLimits {
  /** Bodies that anybody may send, by IP address. */
  small: { perKey: number; total: number }
  /** Larger bodies, by account. */
  large: { perKey: number; total: number }
  /** A body may take this long, and longer by its size. */
  graceMs: number
  bytesPerSecond: number
}

export const defaultLimits: Limits = {
  waitingSends: 1_024,
  waitingChanges: 200,
  requestsUnderWay: 2_000,
  eventLoopDelayMs: 1_000,
  bodies: {
    small: { perKey: 4 * 2 ** 20, total: 32 * 2 ** 20 },
    large: { perKey: 24 * 2 ** 20, total: 128 * 2 ** 20 },
    graceMs: 10_000,
    bytesPerSecond: 32 * 2 ** 10,
  },
}

/** One account uses at most a quarter of the connections for requests, all accounts together three quarters. */
export const heavyReadLimits = (connections: number): ConcurrencyOptions => ({
  total: Math.max(1, Math.floor((connections * 3) / 4)),
  perKey: Math.max(1, Math.floor(connections / 4)),
  waitingPerKey: 20,
})

/** Responses to register are large. After a restart every client of every account registers at once. */
export const registrationLimits = (connections: number): ConcurrencyOptions => ({
  total: Math.max(1, Math.min(6, Math.floor(connections / 2))),
  perKey: Math.max(1, Math.min(5, Math.floor(connections / 4))),
  waitingPerKey: 50,
})
