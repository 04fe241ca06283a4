import type { Metric, Registry } from 'prom-client'

export type Labels = Readonly<Record<string, string>>

/** How the values of several processes become one. `each` keeps them apart by the label `process`. */
export type Merge = 'sum' | 'max' | 'min' | 'first' | 'each'

export interface Sample {
  labels: Labels
  value: number
  /** For parts of a histogram, whose names have a suffix. */
  metricName?: string
}

/** A metric with its current values. */
export interface MetricSnapshot {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  aggregator: Merge
  values: Sample[]
}

/** Adds a metric to a registry. `read` runs when metrics are scraped. */
export function register(
  registry: Registry,
  metric: Omit<MetricSnapshot, 'values' | 'aggregator'> & { aggregator?: Merge },
  read: () => Sample[],
): void {
  const get = (): MetricSnapshot => ({ aggregator: 'sum', ...metric, values: read() })
  // The registry uses nothing else of a metric.
  registry.registerMetric({ ...metric, get } as unknown as Metric)
}

/** Maximum number of label values of one counter; further ones count as `other`. All labels come from fixed lists, so this is never reached. */
const maxLabelValues = 200

/** Counts by one label. The known values begin at zero, so that the first increase is visible as a rate. */
export class LabeledCount {
  readonly #counts: Map<string, number>

  constructor(known: readonly string[] = []) {
    this.#counts = new Map(known.map((value) => [value, 0]))
  }

  add(value: string): void {
    const count = this.#counts.get(value)
    if (count === undefined && this.#counts.size >= maxLabelValues && value !== 'other') this.add('other')
    else this.#counts.set(value, (count ?? 0) + 1)
  }

  samples(label: string): Sample[] {
    return [...this.#counts].map(([name, value]) => ({ labels: { [label]: name }, value }))
  }
}

/** Upper bounds in seconds, from a statement in memory to a request that is about to time out. */
const bounds = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]

/** A histogram of durations. Recording is a few additions, because every request and every statement does it. */
export class Durations {
  readonly #counts = new Array<number>(bounds.length + 1).fill(0)
  #sum = 0

  record(seconds: number): void {
    let n = 0
    while (n < bounds.length && seconds > bounds[n]!) n++
    this.#counts[n]!++
    this.#sum += seconds
  }

  samples(name: string, labels: Labels = {}): Sample[] {
    let total = 0
    const buckets = this.#counts.map((count, n) => {
      total += count
      return {
        metricName: `${name}_bucket`,
        labels: { ...labels, le: String(bounds[n] ?? '+Inf') },
        value: total,
      }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: total },
    ]
  }
}

/** Histograms by one label with few values. */
export class LabeledDurations {
  readonly #durations: Map<string, Durations>

  constructor(known: readonly string[] = []) {
    this.#durations = new Map(known.map((value) => [value, new Durations()]))
  }

  of(value: string): Durations {
    const known = this.#durations.get(value)
    if (known !== undefined) return known
    if (this.#durations.size >= maxLabelValues && value !== 'other') return this.of('other')
    const created = new Durations()
    this.#durations.set(value, created)
    return created
  }

  samples(name: string, label: string): Sample[] {
    return [...this.#durations].flatMap(([value, durations]) => durations.samples(name, { [label]: value }))
  }
}
