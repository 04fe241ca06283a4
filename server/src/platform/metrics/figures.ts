import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import type { Declaration } from './declare.ts'
import { register } from './series.ts'

/** Figures that only the database knows. They are the same in every process. */
export interface DatabaseFigures {
  jobs: readonly { job: string; state: 'queued' | 'scheduled' | 'running' | 'failed'; count: number }[]
  /** Age of the oldest job that is due; 0 without one. */
  oldestJobSeconds: number
  lockWaits: number
  longestLockWaitSeconds: number
  /** Calls in progress, and the people in them. */
  calls: number
  callParticipants: number
}

const cachedMs = 10_000
const timeoutMs = 2_000

/** Reads the figures when metrics are scraped: at most every ten seconds, and within two. */
export function figureMetrics(registry: Registry, declare: Declaration) {
  let load: (() => Promise<DatabaseFigures>) | undefined
  let figures: DatabaseFigures | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  declare.gauge(
    'loquat_database_up',
    'Whether the figures of the database could be read; the other figures are missing if not.',
    () => (figures === undefined ? 0 : 1),
    'min',
  )
  register(
    registry,
    { name: 'loquat_jobs', help: 'Jobs of the database, by job and state.', type: 'gauge' },
    () => figures?.jobs.map(({ job, state, count }) => ({ labels: { job, state }, value: count })) ?? [],
  )
  const figure = (name: string, help: string, value: (figures: DatabaseFigures) => number) =>
    register(registry, { name, help, type: 'gauge' }, () =>
      figures === undefined ? [] : [{ labels: {}, value: value(figures) }],
    )
  figure(
    'loquat_jobs_oldest_age_seconds',
    'Time since the oldest queued job was due; 0 without one.',
    ({ oldestJobSeconds }) => oldestJobSeconds,
  )
  figure(
    'loquat_database_lock_waits',
    'Sessions of the database that wait for a lock.',
    ({ lockWaits }) => lockWaits,
  )
  figure(
    'loquat_database_lock_wait_longest_seconds',
    'How long the longest of these sessions has waited.',
    ({ longestLockWaitSeconds }) => longestLockWaitSeconds,
  )
  figure('loquat_calls', 'Calls in progress.', ({ calls }) => calls)
  figure('loquat_call_participants', 'People in calls.', ({ callParticipants }) => callParticipants)

  let folder: string | undefined
  let disk: { free: number; size: number } | undefined
  const onDisk = (name: string, help: string, value: (read: { free: number; size: number }) => number) =>
    register(registry, { name, help, type: 'gauge' }, () =>
      disk === undefined ? [] : [{ labels: {}, value: value(disk) }],
    )
  onDisk('loquat_data_disk_free_bytes', 'Free space on the disk of the data folder.', ({ free }) => free)
  onDisk('loquat_data_disk_size_bytes', 'Size of the disk of the data folder.', ({ size }) => size)
  const readDisk = async () => {
    if (folder === undefined) return
    const found = await statfs(folder).catch(() => undefined)
    disk = found && { free: found.bavail * found.bsize, size: found.blocks * found.bsize }
  }

  const read = async (source: () => Promise<DatabaseFigures>) => {
    figures = await source().catch(() => undefined)
    readAt = performance.now()
    reading = undefined
  }
  const refreshFigures = async (): Promise<void> => {
    await readDisk()
    if (load === undefined || performance.now() - readAt < cachedMs) return
    // A database that hangs has one reader, however often metrics are scraped.
    reading ??= read(load)
    const isRead = await Promise.race([reading.then(() => true), sleep(timeoutMs, false, { ref: false })])
    if (!isRead) figures = undefined
  }
  return {
    useFigures(source: () => Promise<DatabaseFigures>, dataFolder: string) {
      load = source
      folder = dataFolder
    },
    refreshFigures,
    async readFigures() {
      await refreshFigures()
      return { figures, disk }
    },
  }
}
