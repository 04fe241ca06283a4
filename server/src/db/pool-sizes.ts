/** How many connections a process opens at most, by what they are for. */
export interface PoolSizes {
  requests: number
  follow: number
  background: number
  jobs: number
}

/** What PostgreSQL offers, and who shares it. */
export interface ConnectionSupply {
  /** `max_connections` without the ones it keeps for superusers. */
  available: number
  /** Server processes on this database that start together. */
  processes: number
  /** Set by the operator: the most that one process may use. */
  limit?: number | undefined
}

/** The connection that listens for other processes. */
const listening = 1
/** Left for backups, monitoring and a person with psql. */
const spare = 5
export const fewestConnections = 8
const mostConnections = 30

/** How many connections each process may use in all. */
export function connectionsPerProcess({
  available,
  processes,
  limit = mostConnections,
}: ConnectionSupply): number {
  return Math.min(limit, Math.floor((available - spare) / processes))
}

/** `max_connections` that a number of processes need at least, without those kept for superusers. */
export const connectionsNeeded = (processes: number) => processes * fewestConnections + spare

/** How many processes can share what is available. */
export const mostProcesses = (available: number) =>
  Math.max(0, Math.floor((available - spare) / fewestConnections))

/** Divides the connections of a process. Requests get what the others leave. */
export function poolSizes(connections: number): PoolSizes {
  const { follow, background, jobs } = sharesOf(connections)
  return { follow, background, jobs, requests: connections - listening - follow - background - jobs }
}

function sharesOf(connections: number): Omit<PoolSizes, 'requests'> {
  if (connections >= 26) return { follow: 3, background: 2, jobs: 5 }
  if (connections >= 14) return { follow: 2, background: 2, jobs: 3 }
  return { follow: 1, background: 1, jobs: 2 }
}

export const totalConnections = ({ requests, follow, background, jobs }: PoolSizes) =>
  listening + requests + follow + background + jobs
