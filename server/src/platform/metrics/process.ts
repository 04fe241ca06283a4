import type { Registry } from 'prom-client'
import type { Declaration } from './declare.ts'
import { register } from './series.ts'

/** Number of entries of all directories in memory. */
export interface DirectorySize {
  organizations: number
  users: number
  channels: number
  subscriptions: number
}

/** The process itself: directories in memory, and how far it is behind the event logs. */
export function processMetrics(registry: Registry, declare: Declaration) {
  let directorySize = (): DirectorySize => ({ organizations: 0, users: 0, channels: 0, subscriptions: 0 })
  let lag = 0
  let checkedAt = 0
  declare.gauge('loquat_processes', 'Processes of this server.', () => 1)
  register(
    registry,
    {
      name: 'loquat_directory_entries',
      help: 'Entries of the directories in memory, in the process that has most, by kind.',
      type: 'gauge',
      aggregator: 'max',
    },
    () => Object.entries(directorySize()).map(([kind, value]) => ({ labels: { kind }, value })),
  )
  declare.gauge(
    'loquat_log_lag_events',
    'Events that the process has not applied yet, in the organization with most, at the last check.',
    () => lag,
    'each',
  )
  declare.gauge(
    'loquat_log_checked_timestamp_seconds',
    'When the process last compared its position with the event logs.',
    () => checkedAt,
    'each',
  )
  return {
    measureDirectories(size: () => DirectorySize) {
      directorySize = size
    },
    logChecked(events: number, nowMs: number) {
      lag = events
      checkedAt = nowMs / 1_000
    },
  }
}
