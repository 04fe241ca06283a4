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
}

export const defaultLimits: Limits = {
  waitingSends: 1_024,
  waitingChanges: 200,
  requestsUnderWay: 2_000,
  eventLoopDelayMs: 1_000,
}
