import cluster, { type Worker } from 'node:cluster'
import { keepCounts, type ProcessMetrics } from './merge.ts'
import type { MetricSnapshot } from './series.ts'

/** A worker that does not answer in this time counts with its last values. */
const answerTimeoutMs = 2_000
/** Longer than the supervisor waits for workers. */
const collectTimeoutMs = 4_000

/** Messages between a worker and the supervisor. */
type Message =
  /** A worker asks for the metrics of all, the supervisor for those of one worker. */
  | { kind: 'metrics?'; id: number }
  | { kind: 'metrics of a worker'; id: number; metrics: MetricSnapshot[] }
  | { kind: 'metrics of all'; id: number; processes: ProcessMetrics[] }

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && String((message as Message).kind).startsWith('metrics')

let requests = 0
const waiting = new Map<number, (processes: ProcessMetrics[]) => void>()

/** In a worker: answers the supervisor with the metrics of this process. Returns a function that sends them unasked. */
export function answerSupervisor(read: () => Promise<MetricSnapshot[]>): () => Promise<void> {
  const answer = async (id: number) => send({ kind: 'metrics of a worker', id, metrics: await read() })
  process.on('message', (message) => {
    if (!isMessage(message)) return
    if (message.kind === 'metrics?') {
      void answer(message.id)
    } else if (message.kind === 'metrics of all') {
      waiting.get(message.id)?.(message.processes)
      waiting.delete(message.id)
    }
  })
  // The supervisor asks only workers that have answered once, since one that is starting does not.
  const report = () => answer(0)
  void report()
  return report
}

/** In a worker: the metrics of all workers. */
export function metricsOfWorkers(): Promise<ProcessMetrics[]> {
  const id = ++requests
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.delete(id)
      reject(new Error('The supervisor did not answer with the metrics of all workers.'))
    }, collectTimeoutMs)
    waiting.set(id, (processes) => {
      clearTimeout(timer)
      resolve(processes)
    })
    send({ kind: 'metrics?', id })
  })
}

/** The supervisor may be gone; this process will end then. */
const send = (message: Message) => void process.send?.(message, undefined, {}, () => {})

/** The part of a worker that is needed here. */
export type MetricsWorker = Pick<Worker, 'id' | 'isConnected' | 'send'>

/** In the supervisor: collects the metrics of all workers when one of them is scraped. */
export class WorkerMetrics {
  readonly #places = new Map<MetricsWorker, string>()
  readonly #last = new Map<MetricsWorker, MetricSnapshot[]>()
  /** Counts of workers that have ended. */
  #ended: ProcessMetrics[] = []
  #collecting: Promise<ProcessMetrics[]> | undefined
  #asked = 0
  #answered = new Map<MetricsWorker, () => void>()

  /** Adds a worker. Its place is the number of the process; the next worker in this place has the same. */
  add(worker: MetricsWorker, place: number): void {
    this.#places.set(worker, String(place))
  }

  /** The counts of a worker that has ended, as of the last scrape, stay part of the totals. */
  remove(worker: MetricsWorker): void {
    const metrics = this.#last.get(worker)
    this.#places.delete(worker)
    this.#last.delete(worker)
    this.#answered.get(worker)?.()
    if (metrics !== undefined) this.#ended.push({ process: '', metrics })
  }

  /** Handles a message of a worker, if it is about metrics. */
  receive(worker: MetricsWorker, message: unknown): void {
    if (!isMessage(message)) return
    if (message.kind === 'metrics of a worker') {
      this.#last.set(worker, message.metrics)
      if (message.id === this.#asked) this.#answered.get(worker)?.()
    } else if (message.kind === 'metrics?') {
      const { id } = message
      void this.#collect().then((processes) => tell(worker, { kind: 'metrics of all', id, processes }))
    }
  }

  /** Scrapes at the same time share one collection. */
  #collect(): Promise<ProcessMetrics[]> {
    this.#collecting ??= this.#askAll().finally(() => {
      this.#collecting = undefined
    })
    return this.#collecting
  }

  async #askAll(): Promise<ProcessMetrics[]> {
    const id = ++this.#asked
    const workers = [...this.#last.keys()].filter((worker) => worker.isConnected())
    const all = workers.map((worker) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#answered.set(worker, resolve)
      tell(worker, { kind: 'metrics?', id })
      return promise
    })
    const { promise: late, resolve: end } = Promise.withResolvers<void>()
    const timer = setTimeout(end, answerTimeoutMs)
    await Promise.race([Promise.all(all), late])
    clearTimeout(timer)
    this.#answered = new Map()
    const running = [...this.#last].map(([worker, metrics]) => ({
      process: this.#places.get(worker) ?? '',
      metrics,
    }))
    const ended = [...this.#ended]
    const metrics = await keepCounts(ended)
    // Workers may have ended in the meantime.
    this.#ended = [{ process: '', metrics }, ...this.#ended.slice(ended.length)]
    return [...running, { process: '', metrics }]
  }
}

const tell = (worker: MetricsWorker, message: Message) =>
  void (worker.isConnected() && worker.send(message, () => {}))

/** In the supervisor: connects the collection to the workers of the cluster. */
export function collectFromWorkers(): WorkerMetrics {
  const collection = new WorkerMetrics()
  cluster.on('message', (worker, message: unknown) => collection.receive(worker, message))
  return collection
}
