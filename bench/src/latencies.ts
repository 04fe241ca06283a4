/** Latencies and failures of calls, by kind. */
export class Latencies {
  readonly #ms = new Map<string, number[]>()
  readonly #failed = new Map<string, number>()

  add(kind: string, ms: number): void {
    const list = this.#ms.get(kind)
    if (list === undefined) this.#ms.set(kind, [ms])
    else list.push(ms)
  }

  fail(kind: string): void {
    this.#failed.set(kind, (this.#failed.get(kind) ?? 0) + 1)
  }

  failures(): number {
    return [...this.#failed.values()].reduce((sum, count) => sum + count, 0)
  }

  /** `send 50% 3 ms, 99% 12 ms, worst 40 ms of 6,000` */
  describe(): string {
    return [...this.#ms].map(([kind, list]) => `${kind} ${quantiles(list)}`).join('; ')
  }

  quantile(kind: string, part: number): number {
    return quantile(this.#ms.get(kind) ?? [], part)
  }
}

export function quantile(list: readonly number[], part: number): number {
  const sorted = list.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export function quantiles(list: readonly number[]): string {
  const at = (part: number) => Math.round(quantile(list, part))
  return `50% ${at(0.5)} ms, 99% ${at(0.99)} ms, worst ${at(1)} ms of ${list.length.toLocaleString('en')}`
}
