import type { Clock } from '../../platform/clock.ts'

/** The time within the story. Everything stored in the meantime gets this time. */
export class StoryClock implements Clock {
  #time: number

  constructor(time: number) {
    this.#time = time
  }

  now(): number {
    return this.#time
  }

  /** Never moves backwards. */
  moveTo(time: number): void {
    this.#time = Math.max(this.#time, time)
  }
}
