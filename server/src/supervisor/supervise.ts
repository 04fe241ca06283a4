import cluster from 'node:cluster'
import { type Connection, connectionFor } from '../db/connection.ts'
import type { Config } from '../platform/config.ts'
import { collectFromWorkers, type WorkerMetrics } from '../platform/metrics/workers.ts'
import type { WebAppBuild } from '../web/built.ts'
import { type Print, type ReloadPlan, ReloadQueue } from './reload-queue.ts'
import { type Env, WorkerError, WorkerProcess, type WorkerSpec } from './worker-process.ts'

const maxRestartDelayMs = 5_000
/** A worker that ran this long was healthy, so the next one starts without delay. */
const healthyAfterMs = 3_000

interface SupervisorOptions {
  env: Env
  config: Config
  workers: number
  print: Print
}

/** One of the workers that run at all times, and its successors. */
interface Place {
  /** From 1. */
  number: number
  current: WorkerProcess
  restartDelayMs: number
}

/**
 * A process that serves nothing itself and keeps workers running on one port. It also holds the embedded database, so
 * that the last worker to end does not stop it.
 */
export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #metrics: WorkerMetrics
  readonly #places: Place[] = []
  /** Includes those that start or drain. */
  readonly #running = new Set<WorkerProcess>()
  readonly #reloads: ReloadQueue
  #connecting: Promise<Connection> | undefined
  #isBuilding = false
  #stopping: Promise<void> | undefined

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#reloads = new ReloadQueue((plan, print) => this.#replaceAll(plan, print), options.print)
    // Workers accept connections themselves. A connection handed to a worker that was then killed would stay open here
    // forever, with a request that nobody reads.
    cluster.schedulingPolicy = cluster.SCHED_NONE
    this.#metrics = collectFromWorkers()
  }

  /**
   * Resolves when the first worker serves requests. It sets up the database, so the others start after it. Workers serve
   * everything but the web app until the build is finished.
   */
  async start(build: WebAppBuild | undefined): Promise<void> {
    const { config, env, workers } = this.#options
    this.#isBuilding = build !== undefined
    void build?.finished.then(() => {
      this.#isBuilding = false
      for (const worker of this.#running) worker.tell({ kind: 'web app built' })
    })
    // The worker loads its modules meanwhile, which takes longer.
    this.#connecting = connectionFor(config, workers)
    const spec = { env, workers, generation: newGeneration(0), joins: false }
    const first = this.#launch(spec, 1)
    await this.#connecting
    await first.ready()
    this.#assertNotStopping()
    this.#addPlace(first)
    for (let n = 2; n <= workers; n++) this.#addPlace(this.#launch({ ...spec, joins: true }, n))
  }

  /**
   * Replaces all workers, one after the other, without losing a request. A second reload waits for the first. Rejects with
   * a sentence if a new worker does not get ready; those that were not replaced go on.
   */
  async reload(plan: ReloadPlan, report: Print): Promise<void> {
    await this.#reloads.add(plan, report)
  }

  stop(): Promise<void> {
    this.#stopping ??= (async () => {
      await Promise.all([...this.#running].map((worker) => worker.stop()))
      const connection = await this.#connecting?.catch(() => undefined)
      await connection?.release()
    })()
    return this.#stopping
  }

  #assertNotStopping(): void {
    if (this.#stopping !== undefined) throw new WorkerError('The server is stopping.')
  }

  #addPlace(current: WorkerProcess): void {
    this.#places.push({ number: this.#places.length + 1, current, restartDelayMs: 0 })
  }

  #launch(spec: Omit<WorkerSpec, 'building'>, place: number): WorkerProcess {
    const building = this.#isBuilding
    const process = new WorkerProcess({ ...spec, building })
    // A worker misses messages while it loads its modules.
    if (building)
      void process.ready().then(
        () => this.#isBuilding || process.tell({ kind: 'web app built' }),
        () => {},
      )
    this.#running.add(process)
    this.#metrics.add(process.worker, place)
    void process.ended.then((code) => {
      this.#running.delete(process)
      this.#metrics.remove(process.worker)
      const ended = this.#places.find(({ current }) => current === process)
      if (ended !== undefined && this.#stopping === undefined) this.#restart(ended, code)
    })
    return process
  }

  /**
   * Starts a worker whenever one ends, with increasing delays if it fails to start or ends immediately. The server never
   * gives up: what the worker lacks, such as the database, can come back, and other workers may be serving.
   */
  #restart(place: Place, code: string | number): void {
    const { current } = place
    this.#options.print(`A worker (${current.pid}) ended with ${code}; another takes its place.`)
    // A start that fails can take longer than that.
    const wasHealthy = current.version !== undefined && current.ranMs > healthyAfterMs
    place.restartDelayMs = wasHealthy
      ? 0
      : Math.min(Math.max(place.restartDelayMs * 2, 100), maxRestartDelayMs)
    setTimeout(() => {
      // A reload may have filled the place.
      if (this.#stopping !== undefined || place.current !== current) return
      place.current = this.#launch({ ...current.spec, joins: true, beside: undefined }, place.number)
    }, place.restartDelayMs)
  }

  async #replaceAll({ env, config }: ReloadPlan, print: Print): Promise<void> {
    const { workers } = this.#options
    const generation = newGeneration(this.#places[0]?.current.spec.generation ?? 0)
    const { readyMs, drainMs } = config.reload
    for (const [replaced, place] of this.#places.entries()) {
      this.#assertNotStopping()
      const beside = place.current.version
      const next = this.#launch({ env, workers, generation, joins: true, beside }, place.number)
      try {
        await next.ready(readyMs)
      } catch (error) {
        void next.stop()
        this.#assertNotStopping()
        const state = replaced === 0 ? 'No worker was' : `${replaced} of ${workers} workers were`
        throw new WorkerError(`${(error as Error).message} ${state} replaced.`)
      }
      const old = place.current
      place.current = next
      place.restartDelayMs = 0
      print(
        `Worker ${place.number} of ${workers}: ${next.pid} takes over from ${old.pid}, which finishes its requests.`,
      )
      await old.drain(drainMs)
    }
    // Now every worker has the same version of the app.
    this.#places[0]?.current.tell({ kind: 'publish restart' })
  }
}

/** Generations are the second of their start, and increase. */
const newGeneration = (last: number) => Math.max(last + 1, Math.floor(Date.now() / 1_000))
