import cluster, { type Worker } from 'node:cluster'
import { stopTimeoutMs } from '../stop.ts'
import { isFromWorker, type ToWorker } from './messages.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** How a worker is started. */
export interface WorkerSpec {
  /** All settings come from here. Variables of the supervisor that are missing here are inherited. */
  env: Env
  /** Number of workers of the server. */
  workers: number
  /** The same for all workers that clients should regard as one server. */
  generation: number
  /** Another worker has set up the database and announced the start. */
  joins: boolean
  /** Version of the worker that this one replaces. */
  beside?: string | undefined
  /** The supervisor builds the web app, and tells the worker when it is complete. */
  building: boolean
}

/** A worker that has not ended by itself this long after its deadline is killed. */
const killDelayMs = 500

/** A running worker, as the supervisor sees it. */
export class WorkerProcess {
  readonly spec: WorkerSpec
  readonly worker: Worker
  readonly #startedAt = performance.now()
  readonly #ready = Promise.withResolvers<void>()
  /** The exit status, or the signal that ended it. */
  readonly ended: Promise<string | number>
  #reason: string | undefined
  /** Once it is ready. */
  version: string | undefined

  constructor(spec: WorkerSpec) {
    this.spec = spec
    this.worker = fork(spec)
    this.ended = new Promise((resolve) => this.worker.once('exit', (code, signal) => resolve(signal ?? code)))
    this.worker.on('message', (message: unknown) => {
      if (!isFromWorker(message)) return
      if (message.kind === 'failed') this.#reason = message.reason
      else {
        this.version = message.version
        this.#ready.resolve()
      }
    })
    this.#ready.promise.catch(() => {})
    void this.ended.then((code) =>
      this.#ready.reject(
        new WorkerError(this.#reason ?? `The worker ended with ${code} while it started.`, {
          isPrinted: this.#reason !== undefined,
        }),
      ),
    )
  }

  get pid(): number {
    return this.worker.process.pid ?? 0
  }

  get ranMs(): number {
    return performance.now() - this.#startedAt
  }

  /** Rejects with a sentence if the worker ends before it is ready, or is not ready in time. */
  async ready(timeoutMs?: number): Promise<void> {
    if (timeoutMs === undefined) return await this.#ready.promise
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      reject(new WorkerError(`The new worker was not ready after ${timeoutMs / 1_000} seconds.`))
    }, timeoutMs)
    await Promise.race([this.#ready.promise, late]).finally(() => clearTimeout(timer))
  }

  tell(message: ToWorker): void {
    if (this.worker.isConnected()) this.worker.send(message, () => {})
  }

  /** Lets it finish the requests under way. Resolves when it has ended. */
  async drain(deadlineMs: number): Promise<void> {
    if (this.version === undefined) return await this.stop()
    this.tell({ kind: 'drain', deadlineMs })
    await this.#endWithin(deadlineMs + stopTimeoutMs)
  }

  async stop(): Promise<void> {
    this.worker.process.kill('SIGTERM')
    await this.#endWithin(stopTimeoutMs)
  }

  async #endWithin(timeoutMs: number): Promise<void> {
    const timer = setTimeout(() => this.worker.process.kill('SIGKILL'), timeoutMs + killDelayMs)
    await this.ended
    clearTimeout(timer)
  }
}

/** A reason why a worker did not start, as a sentence. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError'
  /** The worker has printed it. */
  readonly isPrinted: boolean

  constructor(message: string, { isPrinted = false } = {}) {
    super(message)
    this.isPrinted = isPrinted
  }
}

const memoryOptions = [
  // The space for new objects, in MiB. With much memory in the machine, Node would let it grow to 128 MB during the start and keep it. A send takes the same CPU
  // time of the server with 8, 16 and 32 (within 3%), and a quarter more with 4.
  '--max-semi-space-size=8',
  // Old objects are collected when they take twice the memory of those in use. Under load, Node would wait until they take three to four times as much.
  '--heap-growing-percent=100',
]

function fork({ env, workers, generation, joins, beside, building }: WorkerSpec): Worker {
  const args = ['--workers', String(workers), '--generation', String(generation)]
  if (joins) args.push('--joins')
  if (building) args.push('--building')
  if (beside !== undefined) args.push('--beside', beside)
  cluster.setupPrimary({ args, execArgv: [...process.execArgv, ...memoryOptions] })
  return cluster.fork(env)
}
