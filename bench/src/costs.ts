/**
 * Measured CPU times in milliseconds, the input of the prediction in `scale.ts`. All were measured on two x64 cores that other work kept busy, so they are
 * higher than on a quiet machine. The comments say by which benchmark; keep them current together with bench/README.md. Those by `big` are of one run with
 * 20,000 people.
 */
export interface Cost {
  /** CPU time of the server processes. */
  server: number
  /** CPU time of PostgreSQL. */
  database: number
}

export const costs = {
  /** A message, from a request of its own: `big`, to everyone. */
  send: { server: 1.88, database: 1.0 },
  /** One event to one client that streams: `stream`, in which one process was saturated. */
  delivery: { server: 0.0133, database: 0 },
  /** 100 messages: `big`. */
  fetch: { server: 2.1, database: 0.2 },
  /** A report of presence, eight at a time, without others in its response: `big`, everyone online. */
  presence: { server: 0.7, database: 0.225 },
  /** Each other person in that response whose state has changed: `big`, the difference of 1,000 of them. */
  presenceOfOther: { server: 0.0003, database: 0 },
  /** A second start: `big`. */
  start: { server: 33.7, database: 1.7 },
} satisfies Record<string, Cost>

/** An event of other processes, in a process where clients wait: `follow`, with 100 events per second, and with 500, of which several are read together. */
export const followRarely: Cost = { server: 1.29, database: 0.67 }
export const followOften: Cost = { server: 0.505, database: 0.13 }
/** From this rate on, the second holds. */
export const oftenPerSecond = 500
