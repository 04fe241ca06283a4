import type { Registry } from 'prom-client'
import type { Declaration } from './declare.ts'
import { type Durations, register, type Sample } from './series.ts'

/** Connections of a pool right now. */
export interface PoolUse {
  used: number
  idle: number
  waiting: number
  max: number
}

export const poolNames = ['requests', 'follow', 'background', 'jobs', 'replicas'] as const
export type PoolName = (typeof poolNames)[number]

export const statementKinds = [
  'select',
  'insert',
  'update',
  'delete',
  'with',
  'transaction',
  'other',
] as const
export type StatementKind = (typeof statementKinds)[number]

export const readOutcomes = ['replica', 'unavailable', 'behind', 'failed', 'unconfirmed'] as const
export type ReadOutcome = (typeof readOutcomes)[number]

/** Records the work of a pool. */
export interface PoolRecorder {
  /** Time until a caller gets a connection. */
  waits: Durations
  statements: Readonly<Record<StatementKind, Durations>>
}

/** Connections of the pools, and statements. */
export function databaseMetrics(registry: Registry, declare: Declaration) {
  const pools = new Map<PoolName, () => PoolUse>()
  const uses = (read: (use: PoolUse, pool: PoolName) => Sample[]) => () =>
    [...pools].flatMap(([pool, use]) => read(use(), pool))
  register(
    registry,
    {
      name: 'loquat_database_connections',
      help: 'Connections to PostgreSQL, by pool and state.',
      type: 'gauge',
    },
    uses(({ used, idle }, pool) => [
      { labels: { pool, state: 'used' }, value: used },
      { labels: { pool, state: 'idle' }, value: idle },
    ]),
  )
  register(
    registry,
    {
      name: 'loquat_database_connections_max',
      help: 'Maximum number of connections, by pool.',
      type: 'gauge',
    },
    uses(({ max }, pool) => [{ labels: { pool }, value: max }]),
  )
  register(
    registry,
    {
      name: 'loquat_database_connections_waiting',
      help: 'Callers that wait for a connection, by pool.',
      type: 'gauge',
    },
    uses(({ waiting }, pool) => [{ labels: { pool }, value: waiting }]),
  )
  const waits = declare.durationsBy(
    'loquat_database_connection_wait_seconds',
    'Time until a caller gets a connection, by pool.',
    'pool',
    poolNames,
  )
  const durations = declare.durationsBy(
    'loquat_database_statement_duration_seconds',
    'Duration of statements in all pools, by kind.',
    'kind',
    statementKinds,
  )
  const statements = Object.fromEntries(
    statementKinds.map((kind) => [kind, durations.of(kind)]),
  ) as PoolRecorder['statements']
  let availableReplicas = () => 0
  declare.gauge(
    'loquat_replicas_available',
    'Read replicas that can be used, in the process with the fewest.',
    () => availableReplicas(),
    'min',
  )
  const reads = declare.counts(
    'loquat_replica_reads_total',
    'Reads with read replicas configured: from a replica, or from the primary because no replica was available, none had caught up, the replica failed, or its result could not be confirmed.',
    'outcome',
    readOutcomes,
  )
  return {
    readEnded: (outcome: ReadOutcome) => reads.add(outcome),
    measureReplicas(count: () => number): void {
      availableReplicas = count
    },
    /** Measures a pool from now on. A later pool of the same name takes its place. */
    measurePool(pool: PoolName, use: () => PoolUse): PoolRecorder {
      pools.set(pool, use)
      return { waits: waits.of(pool), statements }
    },
  }
}
