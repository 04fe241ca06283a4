import { type Kysely, sql } from 'kysely'

/** Imported organizations, and the new IDs of imported data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Without `finished_at` the organization is invisible. Its importer holds an advisory lock; see
    // docs/subsystems/imports.md.
    `create table realm_import (
      realm_id bigint primary key references realm,
      source text not null,
      started_at timestamptz not null,
      finished_at timestamptz
    )`,
    `create table imported_id (
      realm_id bigint not null,
      kind text not null,
      source_id text not null,
      new_id bigint not null,
      primary key (realm_id, kind, source_id)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
