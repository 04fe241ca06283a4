import type { ServerStatus } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type BackupState, backupState } from '../../../backup/last-backup.ts'
import type { DatabaseFigures } from '../../../platform/metrics/figures.ts'
import { loquatVersion } from '../../../version.ts'
import { failedDeliveries } from './deliveries.ts'
import { loadDatabaseState } from './store.ts'

export async function serverStatus(app: App): Promise<ServerStatus> {
  const database = await loadDatabaseState(app.database.db)
  const { figures, disk } = await app.metrics.readFigures()
  // The supervisor of the workers may be too busy to answer.
  const processes = await app.metrics.processes().catch(() => [])
  return {
    versions: {
      loquat: loquatVersion,
      node: process.versions.node,
      postgresql: database.version,
      schema: database.schema,
    },
    started_at:
      processes.length === 0 ? null : Math.floor(Math.min(...processes.map(({ startedAt }) => startedAt))),
    processes: processes.map((one) => ({
      number: one.number,
      memory_bytes: one.memoryBytes,
      event_loop_delay_seconds: one.eventLoopDelaySeconds,
      parked_polls: one.parkedPolls,
      open_streams: one.openStreams,
      log_lag_events: one.logLagEvents,
    })),
    jobs: figures === undefined ? null : presentJobs(figures),
    disk: disk === undefined ? null : { free_bytes: disk.free, size_bytes: disk.size },
    database_bytes: database.bytes,
    backup: presentBackup(await backupState(app)),
    ...(await failedDeliveries(app)),
  }
}

const noJobs = { queued: 0, scheduled: 0, running: 0, failed: 0 }

function presentJobs({ jobs, oldestJobSeconds }: DatabaseFigures): NonNullable<ServerStatus['jobs']> {
  const total = { ...noJobs }
  const byName = new Map<string, typeof noJobs>()
  for (const { job, state, count } of jobs) {
    const counts = byName.get(job) ?? { ...noJobs }
    counts[state] += count
    total[state] += count
    byName.set(job, counts)
  }
  return {
    ...total,
    oldest_seconds: oldestJobSeconds,
    by_name: [...byName].map(([name, counts]) => ({ name, ...counts })),
  }
}

function presentBackup({ good, failed, isOverdue, isScheduled }: BackupState): ServerStatus['backup'] {
  const seconds = (date: Date) => Math.floor(date.getTime() / 1_000)
  return {
    last_success:
      good === undefined
        ? null
        : { finished_at: seconds(good.finished_at), place: good.place, bytes: good.bytes },
    last_failure:
      failed === undefined ? null : { finished_at: seconds(failed.finished_at), error: failed.failure ?? '' },
    is_overdue: isOverdue,
    is_scheduled: isScheduled,
  }
}
