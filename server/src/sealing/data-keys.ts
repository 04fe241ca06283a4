import { randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { type FileKeys, keyIdBytes } from '../platform/files/cipher.ts'
import { Sealer, secretKeyBytes } from '../platform/sealer.ts'
import { StartError } from '../platform/start-error.ts'
import {
  type DataKeyRow,
  hasDataKeyTable,
  insertDataKey,
  storedDataKeys,
  updateDataKey,
} from './data-key-store.ts'
import { lockSealing } from './store.ts'

/** The keys in the database, unwrapped with the master key. */
export interface DataKeys {
  files: FileKeys
  /** By fingerprint, the newest first. Empty before the first start with a master key. */
  secrets: ReadonlyMap<string, Buffer>
  /** By ID, the newest first. */
  passwords: ReadonlyMap<string, Buffer>
}

/** Undefined without a master key. Throws if the database needs one that is not given. */
export async function readDataKeys(db: Db, masterKeys: readonly Buffer[]): Promise<DataKeys | undefined> {
  const rows = (await hasDataKeyTable(db)) ? await storedDataKeys(db) : []
  if (rows.length === 0) return undefined
  const unwrapped = unwrap(rows, masterKeys)
  const of = (purpose: DataKeyRow['purpose']) =>
    new Map(
      rows.filter((row) => row.purpose === purpose).map(({ id }) => [id, unwrapped.get(`${purpose} ${id}`)!]),
    )
  const files = of('files')
  const [current = ''] = files.keys()
  return { files: { current, all: files }, secrets: of('secrets'), passwords: of('passwords') }
}

/** As `readDataKeys`, and creates the keys for files and passwords on the first start with a master key. The sealing lock must be held. */
export async function openDataKeys(db: Db, masterKeys: readonly Buffer[]): Promise<DataKeys | undefined> {
  const found = await readDataKeys(db, masterKeys)
  if (masterKeys.length === 0) return found
  const missing = [
    ...(found?.files.all.size ? [] : ['files' as const]),
    ...(found?.passwords.size ? [] : ['passwords' as const]),
  ]
  if (missing.length === 0) return found
  for (const purpose of missing) {
    const id = randomBytes(keyIdBytes).toString('hex')
    await insertDataKey(db, wrap(masterKeys, { purpose, id, key: randomBytes(secretKeyBytes) }))
  }
  return await readDataKeys(db, masterKeys)
}

/** Stores the secret key, encrypted with the master key: then the server needs no other key from outside. */
export async function storeSecretKey(
  db: Db,
  masterKeys: readonly Buffer[],
  secret: { id: string; key: Buffer },
): Promise<void> {
  await insertDataKey(db, wrap(masterKeys, { purpose: 'secrets', ...secret }))
}

/** Encrypts all data keys with the first master key. Returns the number of those that had another one. */
export async function rewrapDataKeys(db: Db, masterKeys: readonly Buffer[]): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    await lockSealing(transaction)
    const rows = await storedDataKeys(transaction)
    const unwrapped = unwrap(rows, masterKeys)
    const [current] = fingerprintsOf(masterKeys)
    const outdated = rows.filter(({ master }) => master !== current)
    for (const { purpose, id } of outdated) {
      const key = unwrapped.get(`${purpose} ${id}`)!
      await updateDataKey(transaction, wrap(masterKeys, { purpose, id, key }))
    }
    return outdated.length
  })
}

/** They identify master keys and reveal nothing about them. */
export const fingerprintsOf = (masterKeys: readonly Buffer[]): readonly string[] =>
  masterKeys.length === 0 ? [] : new Sealer(masterKeys).fingerprints

const rowOf = (purpose: string, id: string) => `data_key ${purpose} ${id}`

function wrap(
  masterKeys: readonly Buffer[],
  { purpose, id, key }: { purpose: DataKeyRow['purpose']; id: string; key: Buffer },
): DataKeyRow {
  const sealer = new Sealer(masterKeys, { bindsRows: true })
  const [master = ''] = sealer.fingerprints
  return { purpose, id, master, wrapped: sealer.seal('data key', key.toString('base64'), rowOf(purpose, id)) }
}

function unwrap(rows: readonly DataKeyRow[], masterKeys: readonly Buffer[]): Map<string, Buffer> {
  if (rows.length === 0) return new Map()
  const missing = missingMasterKey(
    rows.map(({ master }) => master),
    masterKeys,
  )
  if (missing !== undefined) throw new StartError(missing)
  const sealer = new Sealer(masterKeys, { bindsRows: true })
  return new Map(
    rows.map(({ purpose, id, wrapped }) => {
      try {
        return [
          `${purpose} ${id}`,
          Buffer.from(sealer.open('data key', wrapped, rowOf(purpose, id)), 'base64'),
        ]
      } catch {
        throw new StartError(
          `The data key ${id} in the table data_key was changed: restore that row from a backup.`,
        )
      }
    }),
  )
}

/** A sentence for the operator if one of the needed master keys is not given. */
export function missingMasterKey(
  needed: readonly string[],
  masterKeys: readonly Buffer[],
): string | undefined {
  const given = fingerprintsOf(masterKeys)
  const missing = needed.find((one) => !given.includes(one))
  if (missing === undefined) return undefined
  const name = missing.slice(0, 8)
  return given.length === 0
    ? `Files and secrets are encrypted with the master key ${name}: set LOQUAT_MASTER_KEY or LOQUAT_MASTER_KEY_FILE.`
    : `Files and secrets are encrypted with the master key ${name}, but LOQUAT_MASTER_KEY is ${given
        .map((one) => one.slice(0, 8))
        .join(' and ')}: add the key ${name} behind it, separated by a comma.`
}
