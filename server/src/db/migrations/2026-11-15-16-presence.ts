import { type Kysely, sql } from 'kysely'

/**
 * When people were here last. Written all the time: no index covers what changes, and pages keep room, so that a write stays
 * within its page. All rows of an organization are read together.
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
    // Numbers the writes of an organization in the order of their commits, as a sequence would not.
    `create table presence_counter (
      realm_id bigint primary key references realm,
      last_update_id bigint not null
    ) with (fillfactor = 50)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
