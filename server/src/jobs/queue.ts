import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { measurerOf } from '../db/database.ts'
import { WatchedPool } from '../db/pool.ts'
import type { Logger as Log } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'

/** Creates the schema of the job queue. */
export async function migrateJobs(config: pg.ClientConfig, log: Log): Promise<void> {
  const pgPool = poolFor(config, 1, log)
  try {
    await runMigrations({ pgPool, logger: quietLogger(log) })
  } finally {
    await pgPool.close()
  }
}

/** Connections of the job queue itself; job handlers use the pools of the app. */
export function poolFor(
  config: pg.ClientConfig,
  maxConnections: number,
  log: Log,
  metrics?: Metrics,
): WatchedPool {
  return new WatchedPool(config, {
    maxConnections,
    maxWaiting: 100,
    connectMs: 10_000,
    limits: { statementMs: 60_000, lockMs: 60_000 },
    measure: metrics && measurerOf(metrics, 'jobs'),
    onError: (error) => log.warn({ err: error }, 'a connection of the job queue broke'),
  })
}

/** Passes on only warnings and errors. */
export function quietLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ from: 'jobs' }, message)
    else if (level === 'warning') log.warn({ from: 'jobs' }, message)
  })
}
