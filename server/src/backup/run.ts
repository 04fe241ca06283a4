import type pg from 'pg'
import { type Db, withoutTimeouts } from '../db/database.ts'
import { withLease } from '../db/lease.ts'
import type { Config } from '../platform/config.ts'
import { storageFor } from '../platform/files/storage-for.ts'
import { readSecretKeys } from '../sealing/open-keys.ts'
import { auditBackup } from './audit.ts'
import { type Destination, prune } from './destination.ts'
import { BackupError } from './format.ts'
import { type BackupOptions, type FinishedBackup, writeBackup } from './make.ts'
import { backupLease, canRecord, hasSealedSecrets, recordBackup } from './store.ts'

interface RunOptions extends BackupOptions {
  /** Number of backups to keep at the destination. Unset: all. */
  keep?: number | undefined
}

/** A backup and the names of old ones that were removed. */
export interface BackupResult extends FinishedBackup {
  removed: string[]
  /** With a master key, the database has the secret key, encrypted, and the backup has no other copy. */
  needsMasterKey: boolean
}

/**
 * Backs up the whole installation as it is, without migrating it. One backup runs at a time, and its result is recorded
 * for `doctor`.
 */
export async function runBackup(
  config: Config,
  database: pg.ClientConfig,
  destination: Destination,
  options: RunOptions = {},
): Promise<BackupResult> {
  return await withoutTimeouts(database, async (db) => {
    const { secretKeys, areStored } = (await hasSealedSecrets(db))
      ? await readSecretKeys(db, config)
      : { secretKeys: [], areStored: false }
    // Files, and secret keys in the database, stay encrypted with the master key, which is not part of the backup.
    const sources = { database, files: storageFor(config), secretKeys: areStored ? [] : secretKeys }
    const run = async (): Promise<BackupResult> => {
      const finished = await writeBackup(sources, destination, options)
      const keep = destination.isFolder ? options.keep : undefined
      const removed = keep === undefined ? [] : await prune(destination, keep)
      return { ...finished, removed, needsMasterKey: areStored }
    }
    // A version without these tables was never served by this one.
    if (!(await canRecord(db))) return await run()
    let result: BackupResult | undefined
    const isMine = await withLease(db, backupLease, async () => {
      result = await recorded(db, config, run)
      const { place, bytes } = result
      const target = { type: 'backup', name: place } as const
      await auditBackup(db, secretKeys, { kind: 'backup.made', target, after: { bytes } })
    })
    if (!isMine || result === undefined) throw new BackupError('Another backup is running.')
    return result
  })
}

async function recorded(db: Db, config: Config, run: () => Promise<BackupResult>): Promise<BackupResult> {
  const started_at = new Date()
  try {
    const result = await run()
    const { place, bytes } = result
    await recordBackup(db, { started_at, finished_at: new Date(), place, bytes, failure: null })
    return result
  } catch (error) {
    const failure = error instanceof BackupError ? error.message : String(error)
    const row = { started_at, finished_at: new Date(), place: config.backup.to, bytes: null, failure }
    // The failure itself matters more.
    await recordBackup(db, row).catch(() => {})
    throw error
  }
}
