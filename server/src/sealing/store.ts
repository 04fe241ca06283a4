import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { SealPurpose } from '../platform/sealer.ts'

/** A column that used to hold plaintext secrets, and the columns that replace it. */
export interface SecretColumn {
  table: 'account' | 'bot_service' | 'invitation' | 'invitation_link' | 'server_secret'
  /** Primary key. */
  id: string
  idType: 'bigint' | 'text'
  plaintext: string
  sealed: string
  /** For lookups, if there are any. */
  hash?: string
  purpose: SealPurpose
  /** Values are bound to their row: to the table and the primary key. */
  isBound?: true
}

export const secretColumns: readonly SecretColumn[] = [
  {
    table: 'account',
    id: 'id',
    idType: 'bigint',
    plaintext: 'api_key',
    sealed: 'api_key_sealed',
    hash: 'api_key_hash',
    purpose: 'api key',
  },
  {
    table: 'bot_service',
    id: 'bot_id',
    idType: 'bigint',
    plaintext: 'token',
    sealed: 'token_sealed',
    purpose: 'webhook token',
    isBound: true,
  },
  ...(['invitation', 'invitation_link'] as const).map((table) => ({
    table,
    id: 'id',
    idType: 'bigint' as const,
    plaintext: 'key',
    sealed: 'key_sealed',
    hash: 'key_hash',
    purpose: 'invitation key' as const,
  })),
  {
    table: 'server_secret',
    id: 'name',
    idType: 'text',
    plaintext: 'value',
    sealed: 'value_sealed',
    purpose: 'server secret',
    isBound: true,
  },
]

/** A JSON column whose documents are sealed as a whole. */
export interface SecretDocument {
  table: string
  column: string
  columnType: 'text' | 'json' | 'jsonb'
  /** SQL condition: the rows with secrets. */
  where: string
  purpose: SealPurpose
  /** SQL: the row that a document is bound to, as its store names it. */
  row?: string
}

export interface SecretRow {
  id: string
  text: string
  row?: string | null
}

/** Serializes processes that start together. Held until the transaction ends. */
export async function lockSealing(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('loquat sealing'))`.execute(db)
}

export async function recordedKeys(db: Db): Promise<{ fingerprint: string; is_complete: boolean }[]> {
  return await db.selectFrom('secret_key').selectAll().execute()
}

export async function recordKey(db: Db, fingerprint: string): Promise<void> {
  await db
    .insertInto('secret_key')
    .values({ fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Secrets of this key have to be sealed again, because they are to be bound to their rows. */
export async function reopenKey(db: Db, fingerprint: string): Promise<void> {
  await db
    .updateTable('secret_key')
    .set({ is_complete: false })
    .where('fingerprint', '=', fingerprint)
    .execute()
}

/** Records that everything is sealed with this key, so the database needs no other. */
export async function completeKey(db: Db, fingerprint: string): Promise<void> {
  await db
    .updateTable('secret_key')
    .set({ is_complete: true })
    .where('fingerprint', '=', fingerprint)
    .execute()
  await db.deleteFrom('secret_key').where('fingerprint', '!=', fingerprint).execute()
}

/** Plaintext secrets, locked. */
export async function plaintextSecrets(db: Db, column: SecretColumn, limit: number): Promise<SecretRow[]> {
  const { rows } = await sql<SecretRow>`
    select ${sql.ref(column.id)}::text as id, ${sql.ref(column.plaintext)} as text
    from ${sql.table(column.table)} where ${sql.ref(column.plaintext)} is not null
    limit ${limit} for update`.execute(db)
  return rows
}

/** Secrets that were sealed with a key other than the current one, locked. */
export async function outdatedSecrets(
  db: Db,
  column: SecretColumn,
  prefix: string,
  limit: number,
): Promise<SecretRow[]> {
  const { rows } = await sql<SecretRow>`
    select ${sql.ref(column.id)}::text as id, ${sql.ref(column.sealed)} as text
    from ${sql.table(column.table)} where not starts_with(${sql.ref(column.sealed)}, ${prefix})
    limit ${limit} for update`.execute(db)
  return rows
}

export async function storeSealed(
  db: Db,
  column: SecretColumn,
  rows: readonly { id: string; sealed: string; hash: string }[],
): Promise<void> {
  const { table, id, idType, plaintext, sealed, hash } = column
  const setHash = hash === undefined ? sql`` : sql`, ${sql.ref(hash)} = new.hash`
  await sql`
    update ${sql.table(table)} set ${sql.ref(sealed)} = new.sealed, ${sql.ref(plaintext)} = null ${setHash}
    from unnest(
      ${rows.map((row) => row.id)}::text[]::${sql.raw(idType)}[], ${rows.map((row) => row.sealed)}::text[],
      ${rows.map((row) => row.hash)}::text[]
    ) as new (id, sealed, hash)
    where ${sql.ref(`${table}.${id}`)} = new.id`.execute(db)
}

/** Documents that are not sealed with the current key, locked. */
export async function unsealedDocuments(
  db: Db,
  { table, column, where, row = 'null' }: SecretDocument,
  prefix: string,
  limit: number,
): Promise<SecretRow[]> {
  const { rows } = await sql<SecretRow>`
    select ctid::text as id, ${sql.ref(column)}::text as text, ${sql.raw(row)} as row from ${sql.raw(table)}
    where ${sql.raw(where)} and coalesce(not starts_with(${sql.ref(column)}::json ->> 'sealed', ${prefix}), true)
    limit ${limit} for update`.execute(db)
  return rows
}

/** The rows must have been locked in the same transaction: a `ctid` is stable only until it ends. */
export async function storeDocuments(
  db: Db,
  { table, column, columnType }: SecretDocument,
  rows: readonly SecretRow[],
): Promise<void> {
  await sql`
    update ${sql.raw(table)} as stored set ${sql.ref(column)} = new.text::${sql.raw(columnType)}
    from unnest(${rows.map((row) => row.id)}::text[]::tid[], ${rows.map((row) => row.text)}::text[]) as new (id, text)
    where stored.ctid = new.id`.execute(db)
}
