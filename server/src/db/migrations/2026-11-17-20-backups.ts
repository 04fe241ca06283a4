import { type Kysely, sql } from 'kysely'

/** Past backups, and the releases whose schema the database has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table backup (
      id bigint primary key generated always as identity,
      started_at timestamptz not null,
      finished_at timestamptz not null,
      place text not null,
      bytes bigint,
      -- Null if it succeeded.
      failure text
    )`,
    // An older version that finds migrations it does not know decides by this table whether it can start.
    `create table schema_release (
      version text primary key,
      -- The oldest version that works with the schema of this release.
      works_with text not null
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
