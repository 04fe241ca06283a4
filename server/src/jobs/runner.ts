import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseCronItems, type Runner, run, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { App } from '../app.ts'
import { withLease } from '../db/lease.ts'
import type { WatchedPool } from '../db/pool.ts'
import type { Job } from './job.ts'
import { poolFor, quiet } from './queue.ts'

const pollIntervalMs = 5_000
const restartDelayMs = 1_000
/** How long jobs under way may take to finish when the server stops. They run again at the next start if they don't. */
const stopTimeoutMs = 4_000

/** Does jobs until it is stopped. A lost database is waited for. */
export function startJobs(app: App, jobs: readonly Job<never>[]) {
  let runner: Runner | undefined
  let stopping = false
  const { jobs: connections } = app.database.sizes
  const pgPool = poolFor(app.database.clientConfig, connections, app.logger)
  const end = new AbortController()
  const events: WorkerEvents = new EventEmitter()
  const workerPools: string[] = []
  events.on('pool:create', ({ workerPool }) => workerPools.push(workerPool.id))

  const runUntilItFails = async () => {
    // Jobs that the last run could not finish are locked for hours otherwise.
    await unlockJobs(pgPool, workerPools.splice(0))
    runner = await run({
      pgPool,
      // One connection is for listening.
      concurrency: Math.max(1, connections - 1),
      noHandleSignals: true,
      pollInterval: pollIntervalMs,
      taskList: tasksOf(app, jobs, end.signal),
      parsedCronItems: recurring(jobs),
      logger: quiet(app.logger),
      events,
      // Without batches an error while a job is being marked as done would be an unhandled rejection.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
    if (stopping) await runner.stop()
    await runner.promise
  }

  const ended = (async () => {
    while (!stopping) {
      try {
        await runUntilItFails()
      } catch (error) {
        if (stopping) return
        app.logger.warn({ err: error }, 'the job queue stopped; restarting it')
        await sleep(restartDelayMs)
      }
    }
  })()

  return {
    /** Lets jobs under way finish, but not for long. */
    stop: async () => {
      stopping = true
      end.abort()
      const finished = (async () => {
        await runner?.stop().catch(() => {})
        await ended
      })()
      await Promise.race([finished, sleep(stopTimeoutMs, undefined, { ref: false })])
      await pgPool.close()
    },
  }
}

async function unlockJobs(pgPool: WatchedPool, workerPools: string[]): Promise<void> {
  if (workerPools.length === 0) return
  await pgPool.query('select graphile_worker.force_unlock_workers($1::text[])', [workerPools])
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
    await pgPool.close()
  }
  if (errors.length > 0) throw errors[0]
}

function tasksOf(app: App, jobs: readonly Job<never>[], stopping?: AbortSignal): TaskList {
  return Object.fromEntries(
    jobs.map(({ name, run, every }) => [
      name,
      async (payload: unknown) => {
        const work = () => run(app, payload as never, stopping)
        if (every === undefined || !isRecurrence(payload)) await work()
        // A run that takes longer than its period must not meet the next one.
        else await withLease(app.database.db, `job ${name}`, work)
      },
    ]),
  )
}

/** Jobs enqueued by the schedule say so in their payload. */
const isRecurrence = (payload: unknown) =>
  typeof payload === 'object' && payload !== null && '_cron' in payload

const recurring = (jobs: readonly Job<never>[]) =>
  parseCronItems(
    jobs.flatMap(({ name, every }) =>
      every === undefined
        ? []
        : [
            {
              task: name,
              match: every,
              identifier: name,
              // One that still waits stands for the next as well.
              options: { backfillPeriod: 0, jobKey: `every ${name}`, jobKeyMode: 'preserve_run_at' as const },
            },
          ],
    ),
  )
