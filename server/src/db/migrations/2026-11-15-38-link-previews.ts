import { type Kysely, sql } from 'kysely'

/** What was found at addresses that messages link to, for all organizations: it was public when it was fetched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Null where nothing was found, so that it is not asked for again at once.
    `create table link_preview (
      url text primary key,
      card jsonb,
      fetched_at timestamptz not null
    )`,
    `create index link_preview_age on link_preview (fetched_at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
