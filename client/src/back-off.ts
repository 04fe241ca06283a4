const delaysInSeconds = [1, 2, 4, 8, 15, 30]

/**
 * Delay in milliseconds after consecutive failures. Grows with each failure, with jitter so that clients do not retry
 * in lockstep.
 */
export function backOff(failures: number): number {
  const wait = delaysInSeconds[Math.min(failures, delaysInSeconds.length) - 1] ?? 1
  return wait * 1_000 * (0.7 + Math.random() * 0.6)
}

/** Delay in milliseconds for a Retry-After header in seconds, plus jitter. */
export const retryAfterDelay = (wait: number): number => wait * 1_000 * (1 + Math.random() * 0.3)

/** A delay that can be ended early. */
export class CancelableDelay {
  #end = () => {}

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  end(): void {
    this.#end()
  }
}
