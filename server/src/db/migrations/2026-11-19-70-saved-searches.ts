import { type Kysely, sql } from 'kysely'

/** Searches that people saved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table saved_search (
      id bigint generated always as identity primary key,
      user_id bigint not null references account,
      name text not null,
      query text not null,
      created_at timestamptz not null
    )`,
    // Searches of a user, oldest first.
    `create index saved_search_user on saved_search (user_id, id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
