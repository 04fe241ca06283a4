import type { World } from '@loquat/devkit'
import { sql } from 'kysely'
import { secretColumns } from '../store.ts'

/** Every row of every table as text; bytes are in hex. */
export async function dumpOf({ app }: Pick<World, 'app'>): Promise<string> {
  const { db } = app.database
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
  const parts: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db)
    parts.push(name, ...rows.map(({ row }) => row))
  }
  return parts.join('\n')
}

/** Makes the database look as an earlier version left it: every secret in plaintext, and no record of a key. */
export async function unsealAll({ app }: World): Promise<void> {
  const { sealer } = app
  const { db } = app.database
  for (const { table, id, plaintext, sealed, hash, purpose } of secretColumns) {
    const { rows } = await sql<{ id: string; sealed: string }>`
      select ${sql.ref(id)}::text as id, ${sql.ref(sealed)} as sealed from ${sql.table(table)}`.execute(db)
    const noHash = hash === undefined ? sql`` : sql`, ${sql.ref(hash)} = null`
    for (const row of rows) {
      await sql`
        update ${sql.table(table)} set ${sql.ref(plaintext)} = ${sealer.open(purpose, row.sealed)}, ${sql.ref(sealed)} = null ${noHash}
        where ${sql.ref(id)}::text = ${row.id}`.execute(db)
    }
  }
  const documents = [
    { table: 'bot_config', column: 'data', type: 'jsonb', purpose: 'bot config' },
    { table: 'event', column: 'payload', type: 'text', purpose: 'event' },
    { table: 'graphile_worker._private_jobs', column: 'payload', type: 'json', purpose: 'email' },
  ] as const
  for (const { table, column, type, purpose } of documents) {
    const { rows } = await sql<{ row: string; text: string }>`
      select ctid::text as row, ${sql.ref(column)}::text as text from ${sql.raw(table)}`.execute(db)
    for (const { row, text } of rows) {
      const original = JSON.stringify(sealer.openJson(purpose, JSON.parse(text)))
      await sql`update ${sql.raw(table)} set ${sql.ref(column)} = ${original}::${sql.raw(type)}
        where ctid = ${row}::tid`.execute(db)
    }
  }
  await sql`delete from secret_key`.execute(db)
}
