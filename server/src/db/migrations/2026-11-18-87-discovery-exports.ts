import { type Kysely, sql } from 'kysely'

/** E-discovery exports. Rows that are neither finished, failed nor deleted are pending. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table discovery_export (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      requester_id bigint not null references account,
      query jsonb not null,
      file text not null unique,
      attempts smallint not null default 0,
      messages_total bigint,
      messages_read bigint not null default 0,
      requested_at timestamptz not null,
      finished_at timestamptz,
      failed_at timestamptz,
      deleted_at timestamptz
    )`,
    // Exports of an organization, and the number of recent ones.
    `create index discovery_export_by_realm on discovery_export (realm_id, id)`,
    // Pending exports.
    `create index discovery_export_pending on discovery_export (id)
      where finished_at is null and failed_at is null and deleted_at is null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
