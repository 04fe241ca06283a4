import { totalmem } from 'node:os'

const mib = 2 ** 20

/**
 * PostgreSQL's own cache: a 32nd of the memory. A million messages take 600 MB, and a search of words that few of them have reads pages from everywhere.
 * Pages are only allocated when they are used, so small organizations take no more memory.
 */
export function sharedBuffers(memoryBytes: number): string {
  const wanted = Math.round(memoryBytes / 32 / mib)
  return `${Math.min(512, Math.max(64, wanted))}MB`
}

/** The memory of the machine, or of the container. */
export function memoryOfMachine(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
