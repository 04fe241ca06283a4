import { type Kysely, sql } from 'kysely'

/** The move from a preview to a final import, and the IDs of messages on the old server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table realm_import
      add column moved_from text,
      add column old_ids_below bigint`,
    // State of users when the preview was imported. Differences from it are their own changes, which the move carries over.
    `create table preview_base (
      user_id bigint primary key references account,
      realm_id bigint not null references realm,
      settings jsonb not null,
      timezone text not null,
      subscriptions jsonb not null,
      topics jsonb not null,
      starred bigint[] not null,
      read jsonb not null
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
