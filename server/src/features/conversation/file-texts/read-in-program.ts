import { forkProgram } from '../../../platform/child-program.ts'
import type { Limits } from '../../../platform/limits.ts'
import type { FileKind } from './kinds.ts'

/** Sent to the program `read-file`. */
export interface ReadOrder {
  kind: FileKind
  bytes: Uint8Array
}

/** Sent by it before it ends, unless it dies. */
export interface ReadOutcome {
  /** Null if the file is damaged. */
  text: string | null
}

/** The program ends itself much earlier, by its CPU time. */
const timeoutMs = 300_000

/**
 * The text of a file, read in a process of its own with limited time and memory, because documents can be made to need any amount of both.
 * Null if it cannot be read so. Fails if the server stops.
 */
export function readInProgram(
  order: ReadOrder,
  limits: Limits,
  stopping: AbortSignal | undefined,
): Promise<string | null> {
  const child = forkProgram('read-file', limits)
  const end = () => void child.kill('SIGKILL')
  const timer = setTimeout(end, timeoutMs)
  stopping?.addEventListener('abort', end)
  if (stopping?.aborted) end()
  child.once('spawn', () => child.connected && child.send(order, () => {}))
  let outcome: ReadOutcome | undefined
  child.on('message', (message: ReadOutcome) => {
    outcome = message
  })
  return new Promise<string | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => {
      if (outcome === undefined && stopping?.aborted) reject(new Error('The server stops.'))
      else resolve(outcome?.text ?? null)
    })
  }).finally(() => {
    clearTimeout(timer)
    stopping?.removeEventListener('abort', end)
  })
}
