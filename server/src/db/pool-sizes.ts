/** Maximum number of connections of a process, by purpose. */
export interface PoolSizes {
  requests: number
  follow: number
  background: number
  jobs: number
}

/** The connections that PostgreSQL offers, and the processes that share them. */
export interface ConnectionSupply {
  /** `max_connections` without those reserved for superusers. */
  available: number
  /** Server processes on this database that start together. */
  processes: number
  /** Maximum number of connections per process, set by the operator. */
  limit?: number | undefined
}

/** The connection that listens for notifications from other processes. */
const listenConnections = 1
/** Left for backups, monitoring and a person with psql. */
const spareConnections = 5
export const minConnections = 8
const defaultMaxConnections = 30

/** Maximum number of connections of each process. */
export function connectionsPerProcess({
  available,
  processes,
  limit = defaultMaxConnections,
}: ConnectionSupply): number {
  const share = (sharing: number) => Math.floor((available - spareConnections) / sharing)
  // A reload runs one more process for a while.
  const duringReload = share(processes + 1)
  return Math.min(limit, duringReload >= minConnections ? duringReload : share(processes))
}

/** `max_connections` that a number of processes need, without those reserved for superusers. */
export const connectionsNeeded = (processes: number) => processes * minConnections + spareConnections

/** Number of processes that can share the available connections. */
export const maxProcesses = (available: number) =>
  Math.max(0, Math.floor((available - spareConnections) / minConnections))

/** Divides the connections of a process. Requests get the remainder. */
export function poolSizes(connections: number): PoolSizes {
  const { follow, background, jobs } = sharesOf(connections)
  return { follow, background, jobs, requests: connections - listenConnections - follow - background - jobs }
}

function sharesOf(connections: number): Omit<PoolSizes, 'requests'> {
  if (connections >= 26) return { follow: 3, background: 2, jobs: 5 }
  if (connections >= 14) return { follow: 2, background: 2, jobs: 3 }
  return { follow: 1, background: 1, jobs: 2 }
}

export const totalConnections = ({ requests, follow, background, jobs }: PoolSizes) =>
  listenConnections + requests + follow + background + jobs
