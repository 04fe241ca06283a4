import { type Kysely, sql } from 'kysely'

/** Resumable uploads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // `pieces` are storage keys, in order; `received` is their total size in bytes.
    `create table resumable_upload (
      id text primary key,
      realm_id bigint not null references realm,
      owner_id bigint not null references account,
      size bigint not null,
      received bigint not null default 0,
      pieces text[] not null default '{}',
      metadata jsonb not null,
      created_at timestamptz not null
    )`,
    // Abandoned uploads.
    `create index resumable_upload_age on resumable_upload (created_at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
