import { job } from '../jobs/job.ts'
import { runBackupProgram } from './program.ts'
import { lastBackups } from './store.ts'

/** A failed backup is tried again after this time, or after the interval if that is shorter. */
const maxRetryMs = 60 * 60_000

/** Makes scheduled backups (`LOQUAT_BACKUP_EVERY`) and removes old ones. */
export const makeBackups = job<object>({
  name: 'make-backups',
  every: '*/5 * * * *',
  run: async (app, _, stopping) => {
    const { everyMs, to } = app.config.backup
    if (everyMs === undefined || stopping?.aborted) return
    const { good, last } = await lastBackups(app.database.db)
    const now = app.clock.now()
    const since = (at: Date | undefined) => now - (at?.getTime() ?? 0)
    if (since(good?.started_at) < everyMs) return
    if (last?.failure && since(last.finished_at) < Math.min(everyMs, maxRetryMs)) return
    const started = performance.now()
    try {
      const order = { config: app.config, database: app.database.clientConfig, now: new Date(now) }
      const { place, bytes, removed, manifest } = await runBackupProgram(order, app.limits, stopping)
      const seconds = Math.round((performance.now() - started) / 1_000)
      const missing = manifest.missing_files.count
      app.logger.info({ place, bytes, seconds, removed, files: manifest.files.count }, 'made a backup')
      if (missing > 0) app.logger.warn({ missing, first: manifest.missing_files.first }, 'files are missing')
    } catch (error) {
      if (stopping?.aborted) return
      app.logger.error({ err: error, to }, 'could not make a backup')
    }
  },
})
