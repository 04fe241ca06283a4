const seconds = [1, 2, 4, 8, 15, 30]

/** How many milliseconds to wait after so many failures in a row: longer and longer, and not in step with everyone else. */
export function backOff(failures: number): number {
  const wait = seconds[Math.min(failures, seconds.length) - 1] ?? 1
  return wait * 1_000 * (0.7 + Math.random() * 0.6)
}

/** What a server asked for, in milliseconds, and some more. */
export const asked = (wait: number): number => wait * 1_000 * (1 + Math.random() * 0.3)

/** A wait that can be cut short. */
export class Pause {
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
