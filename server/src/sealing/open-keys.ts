import { randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { Config } from '../platform/config.ts'
import type { FileKeys } from '../platform/files/cipher.ts'
import type { PasswordKeys } from '../platform/passwords.ts'
import { Sealer, secretKeyBytes } from '../platform/sealer.ts'
import { findSecretKeys, loadSecretKeys } from '../platform/secret-key.ts'
import { StartError } from '../platform/start-error.ts'
import { type DataKeys, openDataKeys, readDataKeys, storeSecretKey } from './data-keys.ts'
import { lockSealing, recordedKeys, recordKey, reopenKey } from './store.ts'

type KeyConfig = Pick<Config, 'masterKeys' | 'secretKeys' | 'secretKeyFile' | 'dataDir'>

export interface OpenedKeys {
  sealer: Sealer
  /** Undefined if files are not encrypted. */
  fileKeys: FileKeys | undefined
  /** Empty without a master key. */
  passwordKeys: PasswordKeys
}

/**
 * The sealer with the secret keys of this server, which must be the ones that the database was sealed with. On the first start the key is
 * created, and the database remembers its fingerprint. With a master key, the secret key is stored in the database, too, encrypted with it.
 */
export async function openKeys(db: Db, config: KeyConfig): Promise<OpenedKeys> {
  return await db.transaction().execute(async (transaction) => {
    await lockSealing(transaction)
    const dataKeys = await openDataKeys(transaction, config.masterKeys)
    const recorded = (await recordedKeys(transaction)).map(({ fingerprint }) => fingerprint)
    const secretKeys = await secretKeysOf(config, dataKeys, { isNeeded: recorded.length > 0 })
    const sealer = new Sealer(secretKeys, { bindsRows: dataKeys !== undefined })
    const [current = ''] = sealer.fingerprints
    if (!recorded.every((fingerprint) => sealer.fingerprints.includes(fingerprint))) throw wrongKey(recorded)
    if (!recorded.includes(current)) await recordKey(transaction, current)
    if (dataKeys !== undefined) {
      for (const [n, id] of sealer.fingerprints.entries()) {
        if (dataKeys.secrets.has(id) || !(id === current || recorded.includes(id))) continue
        await storeSecretKey(transaction, config.masterKeys, { id, key: secretKeys[n]! })
        if (id === current) await reopenKey(transaction, id)
      }
    }
    return { sealer, fileKeys: dataKeys?.files, passwordKeys: dataKeys?.passwords ?? new Map() }
  })
}

/** The secret keys of an installation, for commands that read it as it is. `areStored`: the database has them, encrypted. */
export async function readSecretKeys(
  db: Db,
  config: KeyConfig,
): Promise<{ secretKeys: readonly Buffer[]; areStored: boolean }> {
  const dataKeys = await readDataKeys(db, config.masterKeys)
  const secretKeys = await secretKeysOf(config, dataKeys, { isNeeded: true })
  const { fingerprints } = new Sealer(secretKeys)
  return { secretKeys, areStored: fingerprints.every((id) => dataKeys?.secrets.has(id)) }
}

/** Keys from outside come first: the operator may be replacing the one in the database. */
async function secretKeysOf(
  config: KeyConfig,
  dataKeys: DataKeys | undefined,
  { isNeeded }: { isNeeded: boolean },
): Promise<readonly Buffer[]> {
  const stored = [...(dataKeys?.secrets.values() ?? [])]
  if (dataKeys === undefined || (stored.length === 0 && isNeeded)) {
    return await loadSecretKeys(config, { isNeeded })
  }
  const given = (await findSecretKeys(config)) ?? []
  if (given.length + stored.length === 0) return [randomBytes(secretKeyBytes)]
  return [...given, ...stored.filter((key) => !given.some((one) => one.equals(key)))]
}

const wrongKey = (recorded: readonly string[]) =>
  new StartError(
    recorded.length > 1
      ? 'The secret key of this database is being replaced: set LOQUAT_SECRET_KEY to the new key and the old one, separated by a comma.'
      : 'The data of this database was encrypted with another secret key: use the key of the server that created it ' +
          '(its file "secret-key", or LOQUAT_SECRET_KEY).',
  )
