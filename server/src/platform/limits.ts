import { constants } from 'node:os'
import type { ConcurrencyOptions } from './concurrency-limit.ts'

/** Limits of one process. Requests beyond the length of a queue are rejected. */
export interface Limits {
  /** Pending messages of one organization: half a second's worth at normal speed. */
  waitingSends: number
  /** Pending changes of one organization (people, channels, settings). */
  waitingChanges: number
  /** Concurrent requests, without parked polls and streams. */
  requestsUnderWay: number
  /** Timer delay in milliseconds at which a process counts as overloaded. */
  eventLoopDelayMs: number
  bodies: BodyLimits
  /** Messages of one organization in its message index. */
  indexedMessages: number
  presence: PresenceLimits
  /** Slower requests and statements are logged. */
  slowRequestMs: number
  slowStatementMs: number
  /** Priority of child programs that import, back up or read files, as in `os.setPriority`. */
  programPriority: number
}

export interface PresenceLimits {
  /** In organizations with more users, clients get changes of state instead of each report: docs/decisions/0068-presence-updates-are-changes-of-state.md. */
  exactUsers: number
  /** Reports that arrive within this time are stored together. */
  batchMs: number
  /** Pending reports of one organization. */
  waitingReports: number
  /** Users in one response. Clients get later updates with their next report. */
  listed: number
}

/** Memory limits of request bodies in bytes, and their minimum speed. */
export interface BodyLimits {
  /** Unauthenticated bodies, by IP address. */
  small: { perKey: number; total: number }
  /** Larger bodies, by account. */
  large: { perKey: number; total: number }
  /** Minimum time allowed for a body; larger ones get more. */
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
  indexedMessages: 50_000,
  presence: { exactUsers: 2_000, batchMs: 100, waitingReports: 10_000, listed: 10_000 },
  slowRequestMs: 1_000,
  slowStatementMs: 500,
  programPriority: constants.priority.PRIORITY_LOW,
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
