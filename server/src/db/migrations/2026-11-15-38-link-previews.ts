import { type Kysely, sql } from 'kysely'

/** Previews of linked pages, shared by all organizations: they were public when fetched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Null if nothing was found, so that the page is not fetched again immediately.
    `create table link_preview (
      url text primary key,
      card jsonb,
      fetched_at timestamptz not null
    )`,
    `create index link_preview_age on link_preview (fetched_at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
