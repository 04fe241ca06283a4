import { type Kysely, sql } from 'kysely'

/** Data exports of organizations. Rows that are neither finished nor failed are pending. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // The file name is fixed from the start, so that a restarted export replaces the file of an interrupted one.
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
    // Exports of an organization, and the number of recent ones.
    `create index realm_export_by_realm on realm_export (realm_id, id)`,
    // Pending exports.
    `create index realm_export_pending on realm_export (id) where finished_at is null and failed_at is null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
