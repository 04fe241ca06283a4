import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createDatabase, embeddedDatabase } from '../db/connection.ts'
import { type Binaries, locateBinaries } from '../db/embedded/binaries.ts'
import { clusterMajor, useCluster } from '../db/embedded/cluster.ts'
import type { Logger } from '../platform/logger.ts'
import { destinationFor, openBackup } from './destination.ts'
import { BackupError, type OnProgress } from './format.ts'
import { writeBackup } from './make.ts'
import { restoreBackup } from './restore.ts'

export interface UpgradeOptions {
  /** Binaries of the version that the cluster has. */
  oldBinaries: Binaries | undefined
  /** Binaries of this version of Loquat; others only in tests. */
  newBinaries?: Binaries
  signal?: AbortSignal
  onProgress?: OnProgress
  logger: Logger
}

/** Result of an upgrade. */
export interface UpgradedCluster {
  from: number
  to: number
  /** The old cluster, which can be deleted. */
  kept: string
  /** Tables of others, which are only in the old cluster. */
  foreignTables: string[]
}

/**
 * Moves the embedded database to a new major version of PostgreSQL, by backup and restore. The old cluster is only renamed,
 * and only when the new one is complete. Event queues stay valid. Servers must be stopped.
 */
export async function upgradeCluster(
  dataDir: string,
  { oldBinaries, newBinaries, ...options }: UpgradeOptions,
): Promise<UpgradedCluster | undefined> {
  const shipped = newBinaries ?? (await locateBinaries())
  const from = await clusterMajor(dataDir)
  if (from === undefined || from === shipped.major) return undefined
  if (oldBinaries?.major !== from) {
    throw new BackupError(
      `The database is of PostgreSQL ${from}. Name the package with its programs with --old-package ` +
        '(see docs/self-hosting/upgrading.md).',
    )
  }
  if (existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) {
    throw new BackupError('The database is in use: stop all servers first.')
  }
  const building = join(dataDir, 'upgrade')
  const kept = join(dataDir, `postgres-${from}`)
  if (existsSync(kept)) throw new BackupError(`${kept} exists already. Move it away first.`)
  await rm(building, { recursive: true, force: true })
  try {
    const foreignTables = await copyCluster(dataDir, building, oldBinaries, shipped, options)
    await rename(join(dataDir, 'postgres'), kept)
    await rename(join(building, 'postgres'), join(dataDir, 'postgres'))
    return { from, to: shipped.major, kept, foreignTables }
  } finally {
    await rm(building, { recursive: true, force: true })
  }
}

async function copyCluster(
  dataDir: string,
  building: string,
  oldBinaries: Binaries,
  newBinaries: Binaries,
  options: Omit<UpgradeOptions, 'oldBinaries' | 'newBinaries'>,
): Promise<string[]> {
  // A cluster that was just made has the version of the program that made it, which a test may misstate.
  const fresh = await useCluster(building, {}, newBinaries)
  try {
    const archive = join(building, 'database.tar.zst')
    const old = await useCluster(dataDir, {}, oldBinaries)
    try {
      const sources = { database: old.connection(embeddedDatabase), files: undefined, secretKeys: [] }
      await writeBackup(sources, await destinationFor(archive, { s3: undefined }), options)
    } finally {
      await old.release()
    }
    await createDatabase(fresh.connection('postgres'), embeddedDatabase)
    const { foreignTables } = await restoreBackup(
      await openBackup(archive, { s3: undefined }),
      { database: fresh.connection(embeddedDatabase), files: undefined },
      { ...options, keepsLogs: true, comparesRows: true },
    )
    return foreignTables
  } finally {
    await fresh.release()
  }
}
