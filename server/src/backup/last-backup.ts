import type { App } from '../app.ts'
import { type BackupRow, lastBackups } from './store.ts'

/** Scheduled backups are overdue after this many intervals. */
const overdueFactor = 1.5

export interface BackupState {
  /** The last successful backup. */
  good: BackupRow | undefined
  /** The last attempt, if it failed. */
  failed: BackupRow | undefined
  isOverdue: boolean
  isScheduled: boolean
}

export async function backupState({
  database,
  config,
  clock,
}: Pick<App, 'database' | 'config' | 'clock'>): Promise<BackupState> {
  const { good, last } = await lastBackups(database.db)
  const { everyMs } = config.backup
  const sinceMs = clock.now() - (good?.finished_at.getTime() ?? 0)
  return {
    good,
    failed: last?.failure ? last : undefined,
    isOverdue: everyMs !== undefined && sinceMs > overdueFactor * everyMs,
    isScheduled: everyMs !== undefined,
  }
}
