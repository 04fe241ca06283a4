import type { ImportProgress, ImportReport } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { toPlainConfig } from '../../../db/primary.ts'
import { forkProgram } from '../../../platform/child-program.ts'
import type { ImportProblem } from '../import-error.ts'
import type { FromRun, RunOrder, ToRun } from './run-messages.ts'

/** A process that does not end by itself is killed; its import is then removed like any other abandoned one. */
const cancelTimeoutMs = 60_000

export type RunOutcome =
  | { kind: 'done'; report: ImportReport }
  | { kind: 'failed'; problem: ImportProblem | undefined }

export interface ImportRun {
  /** Fulfilled when the process has ended. */
  outcome: Promise<RunOutcome>
  progress(): ImportProgress | undefined
  /** Ends the import, which removes all that it has stored. */
  cancel(): void
  /** Ends the process at once. */
  kill(): void
}

/** Imports an archive in a process of its own. */
export function startRun(app: App, order: Omit<RunOrder, 'config' | 'database'>): ImportRun {
  const child = forkProgram('import', app.limits)
  const tell = (message: ToRun) => child.connected && child.send(message, () => {})
  let progress: Omit<ImportProgress, 'seconds'> | undefined
  let stageBegan = 0
  let last: RunOutcome | undefined
  child.on('message', (message: FromRun) => {
    if (message.kind === 'stage') {
      progress = { stage: message.name, done: 0, total: message.total }
      stageBegan = performance.now()
    } else if (message.kind === 'update') {
      if (progress !== undefined) progress.done = message.done
    } else last = message
  })
  let killTimer: NodeJS.Timeout | undefined
  const outcome = new Promise<RunOutcome>((resolve) => {
    const end = () => {
      clearTimeout(killTimer)
      resolve(last ?? { kind: 'failed', problem: undefined })
    }
    child.once('exit', end)
    child.once('error', (error) => {
      app.logger.error({ err: error }, 'the import program could not be run')
      end()
    })
  })
  child.once('spawn', () => {
    const database = toPlainConfig(app.database.clientConfig)
    tell({ kind: 'order', order: { ...order, config: app.config, database } })
  })
  return {
    outcome,
    progress: () =>
      progress && { ...progress, seconds: Math.round((performance.now() - stageBegan) / 100) / 10 },
    cancel: () => {
      tell({ kind: 'cancel' })
      killTimer ??= setTimeout(() => child.kill('SIGKILL'), cancelTimeoutMs).unref()
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
