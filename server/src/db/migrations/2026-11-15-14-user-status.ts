import { type Kysely, sql } from 'kysely'

/** User status. A cleared row stays, because it shows that the user ever set a status. */
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
    // Statuses of an organization, for register.
    `create index user_status_realm on user_status (realm_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
