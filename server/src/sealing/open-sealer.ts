import type { Db } from '../db/database.ts'
import type { Config } from '../platform/config.ts'
import { Sealer } from '../platform/sealer.ts'
import { loadSecretKeys } from '../platform/secret-key.ts'
import { StartError } from '../platform/start-error.ts'
import { lockSealing, recordedKeys, recordKey } from './store.ts'

type KeyConfig = Pick<Config, 'secretKeys' | 'secretKeyFile' | 'dataDir'>

/**
 * The sealer with the secret keys of this server, which must be the ones that the database was sealed with. On the first start the key is
 * created, and the database remembers its fingerprint.
 */
export async function openSealer(db: Db, config: KeyConfig): Promise<Sealer> {
  return await db.transaction().execute(async (transaction) => {
    await lockSealing(transaction)
    const recorded = (await recordedKeys(transaction)).map(({ fingerprint }) => fingerprint)
    const sealer = new Sealer(await loadSecretKeys(config, { isNeeded: recorded.length > 0 }))
    const [current = ''] = sealer.fingerprints
    if (!recorded.every((fingerprint) => sealer.fingerprints.includes(fingerprint))) throw wrongKey(recorded)
    if (!recorded.includes(current)) await recordKey(transaction, current)
    return sealer
  })
}

const wrongKey = (recorded: readonly string[]) =>
  new StartError(
    recorded.length > 1
      ? 'The secret key of this database is being replaced: set LOQUAT_SECRET_KEY to the new key and the old one, separated by a comma.'
      : 'The data of this database was encrypted with another secret key: use the key of the server that created it ' +
          '(its file "secret-key", or LOQUAT_SECRET_KEY).',
  )
