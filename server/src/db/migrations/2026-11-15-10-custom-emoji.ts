import { type Kysely, sql } from 'kysely'

/** Custom emoji. Deactivated ones stay, because reactions may use them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table custom_emoji (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      name text not null,
      author_id bigint references account,
      file_name text not null,
      is_animated boolean not null default false,
      deactivated boolean not null default false,
      created_at timestamptz not null default now()
    )`,
    // Emoji of an organization, for loading its directory.
    `create index custom_emoji_realm on custom_emoji (realm_id)`,
    // A name belongs to one active emoji; deactivation frees it.
    `create unique index custom_emoji_name on custom_emoji (realm_id, name) where not deactivated`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
