import fc from 'fast-check'

const range = 2 ** 30

/** Random choices from a seed: the same seed gives the same choices. */
export class Chooser {
  readonly #numbers: Iterator<number>

  constructor(seed: number) {
    const numbers = fc.infiniteStream(fc.noBias(fc.integer({ min: 0, max: range - 1 })))
    this.#numbers = fc.sample(numbers, { numRuns: 1, seed })[0]!
  }

  #next(): number {
    return this.#numbers.next().value / range
  }

  chance(probability: number): boolean {
    return this.#next() < probability
  }

  one<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('There is nothing to choose from.')
    return items[Math.floor(this.#next() * items.length)]!
  }

  /** Each item with this probability. */
  some<T>(items: readonly T[], probability: number): T[] {
    return items.filter(() => this.chance(probability))
  }
}
