import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client'
import type { MetricSnapshot } from './series.ts'

/** The metrics of one process. */
export interface ProcessMetrics {
  /** The number of the process among those of this server, from 1. */
  process: string
  metrics: MetricSnapshot[]
}

/** The metrics of all processes of a server as one page. */
export async function renderMetrics(processes: readonly ProcessMetrics[]): Promise<string> {
  return await aggregate(processes).metrics()
}

/** Counts of processes that have ended, which must not disappear from the totals: that would look like a restart. */
export async function keepCounts(processes: readonly ProcessMetrics[]): Promise<MetricSnapshot[]> {
  const counts = processes.map(({ process, metrics }) => ({
    process,
    metrics: metrics.filter(({ type }) => type !== 'gauge'),
  }))
  return (await aggregate(counts).getMetricsAsJSON()) as unknown as MetricSnapshot[]
}

function aggregate(processes: readonly ProcessMetrics[]) {
  const all = processes.map(({ process, metrics }) => metrics.map((metric) => labeled(metric, process)))
  return AggregatorRegistry.aggregate(
    all as unknown as MetricObjectWithValues<MetricValue<string>>[][] as never,
  )
}

function labeled(metric: MetricSnapshot, process: string): MetricSnapshot {
  if (metric.aggregator !== 'each') return metric
  const values = metric.values.map((one) => ({ ...one, labels: { ...one.labels, process } }))
  return { ...metric, aggregator: 'sum', values }
}
