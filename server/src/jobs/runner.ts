import { parseCronItems, type Runner, run, runOnce, type TaskList } from 'graphile-worker'
import type { App } from '../app.ts'
import type { Job } from './job.ts'
import { poolFor, quiet } from './queue.ts'

const atOnce = 4
const secondsBetweenLooks = 5

/** Does jobs until it is stopped. A lost database is waited for. */
export function startJobs(app: App, jobs: readonly Job<never>[]) {
  let runner: Runner | undefined
  let stopping = false
  const pgPool = poolFor(app.database.clientConfig, atOnce + 1, app.logger)
  const end = new AbortController()

  const ended = (async () => {
    while (!stopping) {
      try {
        runner = await run({
          pgPool,
          concurrency: atOnce,
          noHandleSignals: true,
          pollInterval: secondsBetweenLooks * 1_000,
          taskList: tasksOf(app, jobs, end.signal),
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
      end.abort()
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

function tasksOf(app: App, jobs: readonly Job<never>[], stopping?: AbortSignal): TaskList {
  return Object.fromEntries(
    jobs.map(({ name, run }) => [name, (payload: unknown) => run(app, payload as never, stopping)]),
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
