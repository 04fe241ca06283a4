import { constants, setPriority } from 'node:os'

/** Gives a process a low priority, so that requests do not wait for it. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // Not every system lets a process do this.
  }
}
