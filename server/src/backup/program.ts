import type pg from 'pg'
import { toPlainConfig } from '../db/primary.ts'
import { forkProgram } from '../platform/child-program.ts'
import type { Config } from '../platform/config.ts'
import type { Limits } from '../platform/limits.ts'
import { BackupError, type BackupManifest } from './format.ts'

/** The order to a process of its own that makes one scheduled backup. It ends itself if the other side disconnects. */
export interface BackupOrder {
  config: Config
  database: pg.ClientConfig
  now: Date
}

/** Result of a scheduled backup. */
export interface ScheduledBackup {
  place: string
  bytes: number
  removed: string[]
  manifest: BackupManifest
}

/** Sent by the process before it ends, unless it dies. */
export type BackupOutcome = { kind: 'done'; backup: ScheduledBackup } | { kind: 'failed'; message: string }

/** Sent to the process: the order, or the end of it. */
export type ToBackup = { kind: 'order'; order: BackupOrder } | { kind: 'cancel' }

/** Makes a scheduled backup in a process of its own, so that requests do not wait while rows are compressed. */
export function runBackupProgram(
  { database, ...order }: BackupOrder,
  limits: Limits,
  stopping: AbortSignal | undefined,
): Promise<ScheduledBackup> {
  const child = forkProgram('backup', limits)
  const tell = (message: ToBackup) => child.connected && child.send(message, () => {})
  const cancel = () => void tell({ kind: 'cancel' })
  stopping?.addEventListener('abort', cancel)
  child.once('spawn', () => {
    tell({ kind: 'order', order: { ...order, database: toPlainConfig(database) } })
    if (stopping?.aborted) cancel()
  })
  let outcome: BackupOutcome = { kind: 'failed', message: 'The process that makes backups ended.' }
  child.on('message', (message: BackupOutcome) => {
    outcome = message
  })
  return new Promise<ScheduledBackup>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => {
      if (outcome.kind === 'done') resolve(outcome.backup)
      else reject(new BackupError(outcome.message))
    })
  }).finally(() => stopping?.removeEventListener('abort', cancel))
}
