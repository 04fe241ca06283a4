import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Logger as Log } from '../platform/logger.ts'

/** Creates what the job queue keeps in the database. */
export async function migrateJobs(config: pg.ClientConfig, log: Log): Promise<void> {
  const pgPool = poolFor(config, 1, log)
  try {
    await runMigrations({ pgPool, logger: quiet(log) })
  } finally {
    await pgPool.end()
  }
}

export function poolFor(config: pg.ClientConfig, max: number, log: Log): pg.Pool {
  const pool = new pg.Pool({ ...config, max })
  const noteError = (error: Error) => log.warn({ err: error }, 'a connection of the job queue broke')
  pool.on('error', noteError)
  // The job queue insists on a handler for connections in use, too.
  pool.on('connect', (client) => client.on('error', noteError))
  return pool
}

/** Only what somebody should look at. */
export function quiet(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ from: 'jobs' }, message)
    else if (level === 'warning') log.warn({ from: 'jobs' }, message)
  })
}
