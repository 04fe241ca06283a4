import { type Kysely, sql } from 'kysely'

/** Space reserved by uploads in progress, so that concurrent uploads cannot exceed the quota. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table upload_reservation (
      id text primary key,
      realm_id bigint not null references realm,
      bytes bigint not null,
      -- In case the process died.
      expires_at timestamptz not null
    )`,
    `create index upload_reservation_realm on upload_reservation (realm_id)`,
    // Sum of the announced sizes of an organization.
    `create index resumable_upload_realm on resumable_upload (realm_id) include (size)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
