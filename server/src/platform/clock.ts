/** The server's clock, which tests can set. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const toSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
