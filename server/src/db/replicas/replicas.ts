import pg from 'pg'
import type { Logger } from '../../platform/logger.ts'
import type { PoolUse } from '../../platform/metrics/database.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { type Database, maxPreparedStatements } from '../database.ts'
import type { SlowStatements } from '../pool.ts'
import { placeOf } from '../primary.ts'
import { Replica } from './replica.ts'
import type { ReplicaOptions, ReplicaSession } from './replica-session.ts'

/** More than this, and a read goes to the primary. */
const maxWaitingReads = 500

interface ReplicaSettings {
  databaseTimeoutMs: number
  preparedStatements: boolean
  slow: SlowStatements
}

/** The configured replicas. */
export class Replicas {
  readonly #replicas: readonly Replica[]
  #next = 0

  constructor(
    urls: readonly string[],
    { sizes, epoch, clientConfig: { types, application_name } }: Database,
    { databaseTimeoutMs, preparedStatements, slow }: ReplicaSettings,
    metrics: Metrics,
    logger: Logger,
  ) {
    const options = {
      maxConnections: sizes.requests,
      maxWaiting: maxWaitingReads,
      // A read that takes longer still has its whole time on the primary.
      statementMs: databaseTimeoutMs / 2,
      maxPrepared: preparedStatements ? maxPreparedStatements : 0,
      slow,
      epoch,
    }
    const measurers = measurersOf(metrics, urls.length)
    this.#replicas = urls.map((connectionString, n) => {
      const config = { connectionString, types, application_name }
      return new Replica(placeIn(config), config, { ...options, measure: measurers[n] }, logger)
    })
    metrics.measureReplicas(() => this.#usable().length)
  }

  /** Replicas that can be read from, each first in turn. */
  sessions(): ReplicaSession[] {
    const sessions = this.#usable()
    const first = sessions.length < 2 ? 0 : this.#next++ % sessions.length
    return [...sessions.slice(first), ...sessions.slice(0, first)]
  }

  #usable(): ReplicaSession[] {
    return this.#replicas.flatMap(({ session }) => session ?? [])
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }
}

export function placeIn(config: pg.ClientConfig): string {
  const { host, port } = new pg.Client(config)
  return placeOf({ host, port })
}

/** One measurer for each replica. In the metrics, their pools are one. */
function measurersOf(metrics: Metrics, count: number): ReplicaOptions['measure'][] {
  const uses: (() => PoolUse)[] = []
  const recorder = metrics.measurePool('replicas', () => {
    const total: PoolUse = { used: 0, idle: 0, waiting: 0, max: 0 }
    for (const use of Object.values(uses)) {
      for (const [name, value] of Object.entries(use())) total[name as keyof PoolUse] += value
    }
    return total
  })
  return Array.from({ length: count }, (_, n) => (use) => {
    uses[n] = use
    return recorder
  })
}
