import { type Kysely, sql } from 'kysely'

/**
 * The state in which clients of large organizations show a user. Written only when the state changes, so the index on updates stays small, and
 * updates of `presence` stay within their page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table shown_presence (
      user_id bigint primary key references account,
      realm_id bigint not null references realm,
      update_id bigint not null,
      state smallint not null,
      valid_until timestamptz not null
    )`,
    `create index shown_presence_updates on shown_presence (realm_id, update_id)`,
    `alter table presence_counter add column swept_at timestamptz`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
