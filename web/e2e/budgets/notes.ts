/** A measured figure and its limit. */
export interface Figure {
  value: number
  limit: number
  unit: string
  /** Higher is better. */
  atLeast?: true
}

export class Notes {
  readonly figures: Record<string, Figure> = {}

  atMost(what: string, value: number, limit: number, unit: string): void {
    this.figures[what] = { value: rounded(value), limit, unit }
  }

  atLeast(what: string, value: number, limit: number, unit: string): void {
    this.figures[what] = { value: rounded(value), limit, unit, atLeast: true }
  }

  /** Figures beyond their limits, and figures that could not be measured. */
  beyond(): string[] {
    return Object.entries(this.figures)
      .filter(([, { value, limit, atLeast }]) => !(atLeast ? value >= limit : value <= limit))
      .map(([what, { value, limit, unit }]) => `${what}: ${value} ${unit}, limit ${limit}`)
  }
}

const rounded = (value: number) => Math.round(value * 10) / 10

const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b)
export const median = (values: readonly number[]): number =>
  ascending(values)[Math.floor(values.length / 2)] ?? Number.NaN
export const percentile95 = (values: readonly number[]): number =>
  ascending(values)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
