import type { Clock } from '../../platform/clock.ts'

/** Stands where the story is. Whatever is done meanwhile happened then. */
export class StoryClock implements Clock {
  #time: number

  constructor(time: number) {
    this.#time = time
  }

  now(): number {
    return this.#time
  }

  /** Time does not run backwards. */
  moveTo(time: number): void {
    this.#time = Math.max(this.#time, time)
  }
}
