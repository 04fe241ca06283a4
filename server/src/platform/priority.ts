import { constants, setPriority } from 'node:os'

/** Gives a process a low priority, so that requests do not wait for it. */
export function lowerPriority(pid: number, priority: number = constants.priority.PRIORITY_LOW): void {
  try {
    setPriority(pid, priority)
  } catch {
    // Not every system lets a process do this.
  }
}
