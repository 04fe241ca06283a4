import { type Kysely, sql } from 'kysely'

/** Copies of their data that people request for themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table data_copy (
      user_id bigint primary key references account,
      realm_id bigint not null references realm,
      file text not null,
      attempts integer not null default 0,
      requested_at timestamptz not null,
      finished_at timestamptz,
      failed_at timestamptz,
      bytes bigint
    )`,
    // Finds copies to make.
    'create index data_copy_pending on data_copy (requested_at) where finished_at is null and failed_at is null',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
