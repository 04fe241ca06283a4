import cluster from 'node:cluster'
import { Registry } from 'prom-client'
import { databaseMetrics } from './database.ts'
import { Declaration } from './declare.ts'
import { figureMetrics } from './figures.ts'
import { httpMetrics } from './http.ts'
import { type ProcessMetrics, renderMetrics } from './merge.ts'
import { messageMetrics } from './messages.ts'
import { nodeMetrics } from './node.ts'
import { outcomeMetrics } from './outcomes.ts'
import { processMetrics } from './process.ts'
import { type ProcessFigures, processFigures } from './processes.ts'
import type { MetricSnapshot } from './series.ts'
import { answerSupervisor, metricsOfWorkers } from './workers.ts'

/** All metrics of `/metrics`. One function per event type, so that names cannot drift. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const registries = [nodeMetrics(), registry]
  const declare = new Declaration(registry)
  // Figures that every process would read alike; only the process that is scraped does.
  const figures = new Registry()
  const { refreshFigures, useFigures, readFigures } = figureMetrics(figures, new Declaration(figures))
  const ofProcess = async (): Promise<MetricSnapshot[]> => {
    const snapshots = await Promise.all(registries.map((one) => one.getMetricsAsJSON()))
    return (snapshots.flat() as unknown as MetricSnapshot[]).map(withWorst)
  }
  const ofAll = async (): Promise<ProcessMetrics[]> =>
    cluster.isWorker ? await metricsOfWorkers() : [{ process: '1', metrics: await ofProcess() }]
  return {
    registry,
    /** The metrics of all processes of this server, in the text format of Prometheus. */
    async page(): Promise<string> {
      const [processes] = await Promise.all([ofAll(), refreshFigures()])
      return `${await renderMetrics(processes)}\n${await figures.metrics()}`
    },
    /** Figures of each process of this server. */
    processes: async (): Promise<ProcessFigures[]> => processFigures(await ofAll()),
    /** Figures of the database and the disk, at most ten seconds old. */
    readFigures,
    /** The names and types of all metrics. */
    list: (): Pick<MetricSnapshot, 'name' | 'type'>[] =>
      [...registries, figures].flatMap((one) => one.getMetricsAsArray() as unknown as MetricSnapshot[]),
    /** Gives the metrics of this worker to the supervisor, and again when the returned function is called. */
    share: () => answerSupervisor(ofProcess),
    contentType: registry.contentType,
    useFigures,
    ...httpMetrics(registry, declare),
    ...messageMetrics(declare),
    ...outcomeMetrics(declare),
    ...databaseMetrics(registry, declare),
    ...processMetrics(registry, declare),
  }
}

/** The event loop of the worst process matters, not an average, and the server is as old as its oldest process. */
function withWorst(metric: MetricSnapshot): MetricSnapshot {
  if (metric.name.startsWith('nodejs_eventloop_lag_')) return { ...metric, aggregator: 'max' }
  return metric.name === 'process_start_time_seconds' ? { ...metric, aggregator: 'min' } : metric
}
