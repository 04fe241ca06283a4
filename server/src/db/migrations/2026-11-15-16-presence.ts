import { type Kysely, sql } from 'kysely'

/**
 * Presence of users. Updated constantly: no index covers the changing columns, and pages keep free space, so that
 * updates stay within their page. All rows of an organization are read together.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table presence (
      user_id bigint primary key references account,
      realm_id bigint not null references realm,
      last_active timestamptz,
      last_connected timestamptz not null,
      update_id bigint not null
    ) with (fillfactor = 50)`,
    `create index presence_realm on presence (realm_id)`,
    // Numbers the updates of an organization in commit order, which a sequence would not.
    `create table presence_counter (
      realm_id bigint primary key references realm,
      last_update_id bigint not null
    ) with (fillfactor = 50)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
