import { type Kysely, sql } from 'kysely'

/** What people say they are about. A row stays when it is cleared: it tells that somebody ever set a status. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table user_status (
      user_id bigint primary key references account,
      realm_id bigint not null references realm,
      status_text text not null,
      emoji_name text not null,
      emoji_code text not null,
      reaction_type text not null
    )`,
    // Those of an organization, for register.
    `create index user_status_realm on user_status (realm_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
