import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseCronItems, type Runner, run, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { App } from '../app.ts'
import { withLease } from '../db/lease.ts'
import type { WatchedPool } from '../db/pool.ts'
import { workContext } from '../platform/work-context.ts'
import type { Job } from './job.ts'
import { poolFor, quietLogger } from './queue.ts'

const pollIntervalMs = 5_000
const restartDelayMs = 1_000
/** How long running jobs may take to finish when the server stops. Unfinished ones run again at the next start. */
const stopTimeoutMs = 4_000

/** Runs jobs until stopped. Waits for the database when it is unavailable. */
export function startJobs(app: App, jobs: readonly Job<never>[]) {
  let runner: Runner | undefined
  let stopping = false
  const { jobs: connections } = app.database.sizes
  const pgPool = poolFor(app.database.clientConfig, connections, app.logger, app.metrics)
  const end = new AbortController()
  const events: WorkerEvents = new EventEmitter()
  const workerPools: string[] = []
  events.on('pool:create', ({ workerPool }) => workerPools.push(workerPool.id))

  const runUntilItFails = async () => {
    // Otherwise, jobs that the last run could not finish stay locked for hours.
    await unlockJobs(pgPool, workerPools.splice(0))
    runner = await run({
      pgPool,
      // One connection listens for notifications.
      concurrency: Math.max(1, connections - 1),
      noHandleSignals: true,
      pollInterval: pollIntervalMs,
      taskList: tasksOf(app, jobs, end.signal),
      parsedCronItems: recurring(jobs),
      logger: quietLogger(app.logger),
      events,
      // Without batching, an error while a job is being marked as done would be an unhandled rejection.
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
    /** Waits briefly for running jobs to finish. */
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

/** Runs all due jobs and returns when none is left. For tests and the command line. */
export async function runDueJobs(app: App, jobs: readonly Job<never>[]): Promise<void> {
  const pgPool = poolFor(app.database.clientConfig, 2, app.logger)
  const errors: unknown[] = []
  const noted = jobs.map((one) => ({
    ...one,
    run: (app: App, payload: never) =>
      one.run(app, payload).catch((error: unknown) => void errors.push(error)),
  }))
  try {
    await runOnce({
      pgPool,
      taskList: tasksOf(app, noted),
      noHandleSignals: true,
      logger: quietLogger(app.logger),
    })
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
        await asJob(app, name, async () => {
          if (every === undefined || !isRecurrence(payload)) await work()
          // A run that takes longer than its period must not overlap with the next one.
          else await withLease(app.database.db, `job ${name}`, work)
        })
      },
    ]),
  )
}

/** Measures a run, and names the job in what it logs. */
async function asJob({ metrics, tracing }: App, job: string, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  const span = tracing?.beginJob(`job ${job}`, { 'loquat.job': job })
  let isFailed = true
  try {
    await workContext.run({ job, span }, work)
    isFailed = false
  } finally {
    span?.end({}, isFailed ? new Error('failed') : undefined)
    metrics.jobEnded(job, performance.now() - startedAt, isFailed)
  }
}

/** The schedule marks its jobs in the payload. */
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
              // A job that is still pending also counts for the next period.
              options: { backfillPeriod: 0, jobKey: `every ${name}`, jobKeyMode: 'preserve_run_at' as const },
            },
          ],
    ),
  )
