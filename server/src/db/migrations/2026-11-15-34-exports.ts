import { type Kysely, sql } from 'kysely'

/** Archives of an organization's data. One that is neither finished nor failed is still to be made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // The file has its name from the start: whoever begins anew replaces what another has left.
    `create table realm_export (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      requester_id bigint not null references account,
      type smallint not null,
      file text not null unique,
      attempts smallint not null default 0,
      requested_at timestamptz not null,
      finished_at timestamptz,
      failed_at timestamptz,
      deleted_at timestamptz
    )`,
    // All of an organization, and how many lately.
    `create index realm_export_by_realm on realm_export (realm_id, id)`,
    // What is to be made.
    `create index realm_export_pending on realm_export (id) where finished_at is null and failed_at is null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
