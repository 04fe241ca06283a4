import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { enqueue } from '../jobs/store.ts'
import { isBackupRunning } from './store.ts'

const retryMs = 5 * 60_000

/**
 * Postpones a job that deletes files while a backup runs: the backup copies files after the rows that name them. Returns
 * whether the job was postponed. A file that the snapshot names is deleted by a job that starts after the snapshot was taken
 * and therefore finds the lease of the backup.
 */
export async function postponeDuringBackup<P extends object>(
  app: App,
  job: Job<P>,
  payload: P,
): Promise<boolean> {
  const { db } = app.database
  if (!(await isBackupRunning(db))) return false
  await enqueue(db, job, payload, { at: new Date(Date.now() + retryMs) })
  return true
}
