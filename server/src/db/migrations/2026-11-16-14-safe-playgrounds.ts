import { type Kysely, sql } from 'kysely'

/** Removes playgrounds with URLs that are now rejected, because clients would run them as scripts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from playground where url_template !~* '^https?://'`.execute(db)
}
