/**
 * Measured CPU times in milliseconds, the input of the prediction in `scale.ts`. All were measured on two x64 cores that other work kept busy, so they are
 * higher than on a quiet machine. The comments say by which benchmark; keep them current together with bench/README.md.
 */
export interface Cost {
  /** CPU time of the server processes. */
  server: number
  /** CPU time of PostgreSQL. */
  database: number
}

export const costs = {
  /** A message, from a request of its own: `big`, 20,000 people, to everyone. */
  send: { server: 2.17, database: 1.38 },
  /** One event to one client that streams: `stream`, in which one process was saturated. */
  delivery: { server: 0.0133, database: 0 },
  /** 100 messages: `big`, 20,000 people. */
  fetch: { server: 2.17, database: 0.25 },
  /** A report of presence, without the others in its response: `big`, 20,000 people, few online. */
  presence: { server: 2.17, database: 1.23 },
  /** Each other person in that response who reported since: `big`, 20,000 people, everyone online. */
  presenceOfOther: { server: 0.00051, database: 0.00014 },
  /** A second start, as its time on a busy machine: `big`, 20,000 people. */
  start: { server: 58, database: 3 },
} satisfies Record<string, Cost>

/** An event of other processes, in a process where clients wait: `follow`, with 100 events per second, and with 500, of which several are read together. */
export const followRarely: Cost = { server: 1.29, database: 0.67 }
export const followOften: Cost = { server: 0.505, database: 0.13 }
/** From this rate on, the second holds. */
export const oftenPerSecond = 500
