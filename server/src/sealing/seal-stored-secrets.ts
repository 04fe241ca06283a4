import type { Db } from '../db/database.ts'
import { sealedEventTypes } from '../events/store.ts'
import type { Tx } from '../events/transaction.ts'
import { deliverEmail } from '../jobs/send-email.ts'
import type { Sealer } from '../platform/sealer.ts'
import { deleteOldSecretKeys } from './data-key-store.ts'
import {
  completeKey,
  lockSealing,
  outdatedSecrets,
  plaintextSecrets,
  recordedKeys,
  type SecretColumn,
  type SecretDocument,
  secretColumns,
  storeDocuments,
  storeSealed,
  unsealedDocuments,
} from './store.ts'

/** Rows per transaction. */
const batchSize = 500

const documents: readonly SecretDocument[] = [
  {
    table: 'bot_config',
    column: 'data',
    columnType: 'jsonb',
    where: 'true',
    purpose: 'bot config',
    row: "'bot_config ' || bot_id",
  },
  {
    table: 'followed_account',
    column: 'key',
    columnType: 'jsonb',
    where: 'true',
    purpose: 'followed key',
    row: "'followed_account ' || realm_id || ' ' || email",
  },
  {
    table: 'totp_factor',
    column: 'secret',
    columnType: 'jsonb',
    where: 'true',
    purpose: 'totp secret',
    row: "'totp_factor ' || user_id",
  },
  {
    table: 'external_identity',
    column: 'refresh_token',
    columnType: 'jsonb',
    where: 'refresh_token is not null',
    purpose: 'refresh token',
    row: "'external_identity ' || realm_id || ' ' || issuer || ' ' || subject",
  },
  {
    table: 'audit_webhook',
    column: 'target',
    columnType: 'jsonb',
    where: 'true',
    purpose: 'audit webhook',
    row: "'audit_webhook ' || realm_id",
  },
  {
    table: 'summary_service',
    column: 'key',
    columnType: 'jsonb',
    where: 'key is not null',
    purpose: 'summary key',
    row: "'summary_service ' || realm_id",
  },
  {
    table: 'zoom_token',
    column: 'token',
    columnType: 'jsonb',
    where: 'true',
    purpose: 'zoom token',
    row: "'zoom_token ' || user_id",
  },
  {
    table: 'event',
    column: 'payload',
    columnType: 'text',
    where: `type in (${[...sealedEventTypes].map((type) => `'${type}'`).join(', ')})`,
    purpose: 'event',
  },
  {
    table: 'graphile_worker._private_jobs',
    column: 'payload',
    columnType: 'json',
    where: `task_id = (select id from graphile_worker._private_tasks where identifier = '${deliverEmail.name}')`,
    purpose: 'email',
  },
]

/**
 * Seals plaintext secrets of an earlier version and, after a rotation, secrets that were sealed with another key. Works in small
 * transactions, one process at a time, so it can be interrupted at any point and run by several processes at once.
 */
export async function sealStoredSecrets(db: Db, sealer: Sealer): Promise<void> {
  const [current = ''] = sealer.fingerprints
  const keys = await recordedKeys(db)
  // Usually nothing is left to do. Finding plaintext uses an index; finding values of other keys would scan whole tables.
  const isComplete = keys.every((key) => key.fingerprint === current && key.is_complete)
  for (const column of secretColumns) {
    await inBatches(db, (batch) => sealPlaintext(batch, sealer, column))
    if (!isComplete) await inBatches(db, (batch) => sealAgain(batch, sealer, column))
  }
  if (isComplete) return
  for (const document of documents) await inBatches(db, (batch) => sealDocuments(batch, sealer, document))
  await completeKey(db, current)
  await deleteOldSecretKeys(db, current)
}

/** Seals plaintext that was written by SQL in the same transaction, because SQL cannot seal. */
export async function sealWithin({ db, sealer }: Pick<Tx, 'db' | 'sealer'>): Promise<void> {
  for (const column of secretColumns) {
    let found = batchSize
    while (found === batchSize) found = await sealPlaintext(db, sealer, column)
  }
}

/** Repeats a step, each time in its own transaction, until it finds less than a full batch. */
async function inBatches(db: Db, step: (batch: Db) => Promise<number>): Promise<void> {
  let found = batchSize
  while (found === batchSize) {
    found = await db.transaction().execute(async (batch) => {
      await lockSealing(batch)
      return await step(batch)
    })
  }
}

const rowOf = ({ table, isBound }: SecretColumn, id: string) => (isBound ? `${table} ${id}` : undefined)

async function sealPlaintext(db: Db, sealer: Sealer, column: SecretColumn): Promise<number> {
  const rows = await plaintextSecrets(db, column, batchSize)
  const sealed = rows.map(({ id, text }) => ({
    id,
    ...sealer.storedKey(column.purpose, text, rowOf(column, id)),
  }))
  if (rows.length > 0) await storeSealed(db, column, sealed)
  return rows.length
}

async function sealAgain(db: Db, sealer: Sealer, column: SecretColumn): Promise<number> {
  const rows = await outdatedSecrets(db, column, column.isBound ? sealer.rowPrefix : sealer.prefix, batchSize)
  const sealed = rows.map(({ id, text }) => ({
    id,
    ...sealer.storedKey(
      column.purpose,
      sealer.open(column.purpose, text, rowOf(column, id)),
      rowOf(column, id),
    ),
  }))
  if (rows.length > 0) await storeSealed(db, column, sealed)
  return rows.length
}

async function sealDocuments(db: Db, sealer: Sealer, document: SecretDocument): Promise<number> {
  const { purpose } = document
  const rows = await unsealedDocuments(
    db,
    document,
    document.row === undefined ? sealer.prefix : sealer.rowPrefix,
    batchSize,
  )
  const sealed = rows.map(({ id, text, row }) => {
    const original = JSON.stringify(sealer.openJson(purpose, JSON.parse(text), row ?? undefined))
    return { id, text: sealer.sealJson(purpose, original, row ?? undefined) }
  })
  if (rows.length > 0) await storeDocuments(db, document, sealed)
  return rows.length
}
