import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from './db/connection.ts'
import type { Config } from './platform/config.ts'
import { collectFromWorkers } from './platform/metrics/workers.ts'
import { startErrorStatus } from './platform/start-error.ts'
import { prepare } from './serve.ts'
import { stopTimeoutMs } from './stop.ts'

const maxRestartDelayMs = 5_000
/** A worker that ran this long was healthy, so the next one starts without delay. */
const healthyAfterMs = 3_000

interface Supervision {
  workers: number
  /** Prints a line to the terminal. */
  print(line: string): void
  /** What must be finished before workers start. */
  ready: Promise<void> | undefined
}

/**
 * A process that serves nothing itself and keeps workers running on one port. It also holds the embedded database, so
 * that the last worker to end does not stop it.
 */
export async function supervise(
  config: Config,
  connection: Connection,
  { workers, print, ready }: Supervision,
): Promise<{ stop(): Promise<void> }> {
  let generation: number
  try {
    generation = await prepare(config, connection, workers, print)
    await ready
  } catch (error) {
    await connection.release()
    throw error
  }
  // Workers accept connections themselves. A connection handed to a worker that was then killed would stay open here
  // forever, with a request that nobody reads.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ args: ['--generation', String(generation), '--workers', String(workers)] })
  let stopping = false
  const metrics = collectFromWorkers()
  const places = Array.from({ length: workers }, (_, n) => keepRunning(n + 1))
  print(`Loquat is at ${config.url}, served by ${workers} processes  (API reference: ${config.url}/api/docs)`)
  return { stop }

  async function stop(): Promise<void> {
    stopping = true
    const all = Object.values(cluster.workers ?? {})
    for (const worker of all) worker?.process.kill('SIGTERM')
    const kill = setTimeout(() => {
      for (const worker of all) worker?.process.kill('SIGKILL')
    }, stopTimeoutMs)
    await Promise.all(places)
    clearTimeout(kill)
    await connection.release()
  }

  /** Restarts a worker whenever it ends, with increasing delays if it ends immediately. */
  async function keepRunning(place: number): Promise<void> {
    let pause = 0
    while (!stopping) {
      await sleep(pause)
      if (stopping) return
      const started = performance.now()
      const worker = cluster.fork()
      metrics.add(worker, place)
      const code = await ended(worker)
      metrics.remove(worker)
      if (stopping) return
      if (code === startErrorStatus) {
        // The worker has printed the reason, and every further one would fail the same way. Not awaited: stopping
        // waits for this loop.
        void stop().finally(() => process.exit(1))
        return
      }
      print(`A worker (${worker.process.pid}) ended with ${code}; another takes its place.`)
      pause =
        performance.now() - started > healthyAfterMs
          ? 0
          : Math.min(Math.max(pause * 2, 100), maxRestartDelayMs)
    }
  }
}

function ended(worker: Worker): Promise<string | number> {
  return new Promise((resolve) => worker.once('exit', (code, signal) => resolve(signal ?? code)))
}
