import type { Registry } from 'prom-client'
import { Durations, LabeledCount, LabeledDurations, type Merge, register } from './series.ts'

/** Declares metrics in a registry, one line each. */
export class Declaration {
  readonly #registry: Registry

  constructor(registry: Registry) {
    this.#registry = registry
  }

  /** A count that somebody else keeps as a plain number. */
  counter(name: string, help: string, value: () => number): void {
    register(this.#registry, { name, help, type: 'counter' }, () => [{ labels: {}, value: value() }])
  }

  gauge(name: string, help: string, value: () => number, aggregator: Merge = 'sum'): void {
    register(this.#registry, { name, help, type: 'gauge', aggregator }, () => [
      { labels: {}, value: value() },
    ])
  }

  counts(name: string, help: string, label: string, known: readonly string[] = []): LabeledCount {
    const counts = new LabeledCount(known)
    register(this.#registry, { name, help, type: 'counter' }, () => counts.samples(label))
    return counts
  }

  durations(name: string, help: string): Durations {
    const durations = new Durations()
    register(this.#registry, { name, help, type: 'histogram' }, () => durations.samples(name))
    return durations
  }

  durationsBy(name: string, help: string, label: string, known: readonly string[] = []): LabeledDurations {
    const durations = new LabeledDurations(known)
    register(this.#registry, { name, help, type: 'histogram' }, () => durations.samples(name, label))
    return durations
  }
}
