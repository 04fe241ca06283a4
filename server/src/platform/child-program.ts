import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Limits } from './limits.ts'
import { lowerPriority } from './priority.ts'

/** As for `npm run admin`. */
const maxHeapMib = 220

/** In the repository, and in a package, where modules have the URL they would have beside the programs. */
const locationsOf = (name: string) =>
  [new URL(`../bin/${name}.ts`, import.meta.url), new URL(`../../../${name}.js`, import.meta.url)].map(
    (url) => fileURLToPath(url),
  )

/**
 * Starts a program of the server for work that takes long: with a low priority and a small heap, so that requests do not wait for it
 * and its memory is free afterwards.
 */
export function forkProgram(
  name: 'import' | 'backup' | 'read-file',
  { programPriority }: Limits,
): ChildProcess {
  const child = fork(locationsOf(name).find(existsSync) ?? '', [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${maxHeapMib}`],
  })
  child.once('spawn', () => child.pid !== undefined && lowerPriority(child.pid, programPriority))
  return child
}
