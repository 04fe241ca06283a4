import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../platform/config.ts'
import { storageFor } from '../platform/files/storage-for.ts'
import { parseSecretKeys } from '../platform/secret-key.ts'
import { missingMasterKey } from '../sealing/data-keys.ts'
import { BackupError, type BackupHeader } from './format.ts'
import { createScratchDatabase, dropScratchDatabase } from './load-store.ts'
import { type RestoredBackup, type RestoreOptions, restoreBackup } from './restore.ts'
import { connectWithoutTimeouts } from './snapshot-store.ts'

type Archive = Parameters<typeof restoreBackup>[0]

/** Restores an archive into an empty installation: database, files and secret key. */
export async function restoreInstallation(
  archive: Archive,
  config: Config,
  database: pg.ClientConfig,
  options: RestoreOptions,
): Promise<RestoredBackup> {
  const onSecretKeys = (text: string) => installSecretKeys(config, text)
  const assertUsable = ({ master_keys = [] }: BackupHeader) => {
    const problem = missingMasterKey(master_keys, config.masterKeys)
    if (problem !== undefined) throw new BackupError(`The backup cannot be used here. ${problem}`)
  }
  const target = { database, files: storageFor(config), assertUsable, onSecretKeys }
  return await restoreBackup(archive, target, options)
}

/**
 * Checks an archive completely: restores it into a scratch database of the same cluster, reads everything back, and drops
 * it.
 */
export async function verifyBackup(
  archive: Archive,
  database: pg.ClientConfig,
  options: RestoreOptions,
): Promise<RestoredBackup> {
  const name = `loquat_verify_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const client = await connectWithoutTimeouts(database)
  try {
    await createScratchDatabase(client, name)
    const scratch = inDatabase(database, name)
    return await restoreBackup(
      archive,
      { database: scratch, files: undefined },
      { ...options, comparesRows: true },
    )
  } finally {
    await dropScratchDatabase(client, name).finally(() => client.end())
  }
}

/** The same server, another database. A connection string would override the name. */
function inDatabase({ connectionString, ...config }: pg.ClientConfig, database: string): pg.ClientConfig {
  if (connectionString === undefined) return { ...config, database }
  const url = new URL(connectionString)
  url.pathname = `/${database}`
  return { ...config, connectionString: url.href }
}

/** Keys of the environment must be those of the backup. Otherwise they are written to the key file. */
async function installSecretKeys(config: Config, text: string): Promise<void> {
  const keys = parseSecretKeys(text)
  if (keys === undefined) throw new BackupError('The backup is damaged: its secret key is not a key.')
  if (config.secretKeys.length > 0) {
    if (keys.some((key) => config.secretKeys.some((own) => own.equals(key)))) return
    throw new BackupError(
      'The backup was made with another secret key than LOQUAT_SECRET_KEY. Unset it to use the key of the backup.',
    )
  }
  const path = config.secretKeyFile ?? join(config.dataDir, 'secret-key')
  const present = await readFile(path, 'utf8').catch(() => undefined)
  if (present === text) return
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // This key belongs to an installation without organizations. It is kept, because a lost key cannot be recreated.
  if (present !== undefined) await rename(path, `${path}.before-restore`)
  await writeFile(path, text, { mode: 0o600, flush: true })
}
