import {
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  runOnce,
  type TaskList,
} from 'graphile-worker'
import pg from 'pg'
import type { App } from '../app.ts'
import type { Logger as Log } from '../platform/logger.ts'
import type { Job } from './job.ts'

const atOnce = 4
const secondsBetweenLooks = 5

/** Creates what the job queue keeps in the database. */
export async function migrateJobs(config: pg.ClientConfig, log: Log): Promise<void> {
  const pgPool = poolFor(config, 1, log)
  try {
    await runMigrations({ pgPool, logger: quiet(log) })
  } finally {
    await pgPool.end()
  }
}

/** Does jobs until it is stopped. A lost database is waited for. */
export function startJobs(app: App, jobs: readonly Job<never>[]) {
  let runner: Runner | undefined
  let stopping = false
  const pgPool = poolFor(app.database.clientConfig, atOnce + 1, app.logger)

  const ended = (async () => {
    while (!stopping) {
      try {
        runner = await run({
          pgPool,
          concurrency: atOnce,
          noHandleSignals: true,
          pollInterval: secondsBetweenLooks * 1_000,
          taskList: tasksOf(app, jobs),
          parsedCronItems: recurring(jobs),
          logger: quiet(app.logger),
        })
        if (stopping) await runner.stop()
        await runner.promise
      } catch (error) {
        if (stopping) return
        app.logger.warn({ err: error }, 'the job queue stopped; it is started again')
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    }
  })()

  return {
    /** Lets what is under way finish. */
    stop: async () => {
      stopping = true
      await runner?.stop().catch(() => {})
      await ended
      await pgPool.end()
    },
  }
}

/** Does what is due now, and returns when nothing is. For tests and the command line. */
export async function runDueJobs(app: App, jobs: readonly Job<never>[]): Promise<void> {
  const pgPool = poolFor(app.database.clientConfig, 2, app.logger)
  const errors: unknown[] = []
  const noted = jobs.map((one) => ({
    ...one,
    run: (app: App, payload: never) =>
      one.run(app, payload).catch((error: unknown) => void errors.push(error)),
  }))
  try {
    await runOnce({ pgPool, taskList: tasksOf(app, noted), noHandleSignals: true, logger: quiet(app.logger) })
  } finally {
    await pgPool.end()
  }
  if (errors.length > 0) throw errors[0]
}

function poolFor(config: pg.ClientConfig, max: number, log: Log): pg.Pool {
  const pool = new pg.Pool({ ...config, max })
  const noteError = (error: Error) => log.warn({ err: error }, 'a connection of the job queue broke')
  pool.on('error', noteError)
  // The job queue insists on a handler for connections in use, too.
  pool.on('connect', (client) => client.on('error', noteError))
  return pool
}

function tasksOf(app: App, jobs: readonly Job<never>[]): TaskList {
  return Object.fromEntries(
    jobs.map(({ name, run }) => [name, (payload: unknown) => run(app, payload as never)]),
  )
}

const recurring = (jobs: readonly Job<never>[]) =>
  parseCronItems(
    jobs.flatMap(({ name, every }) =>
      every === undefined
        ? []
        : [{ task: name, match: every, identifier: name, options: { backfillPeriod: 0 } }],
    ),
  )

/** Only what somebody should look at. */
function quiet(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ from: 'jobs' }, message)
    else if (level === 'warning') log.warn({ from: 'jobs' }, message)
  })
}
