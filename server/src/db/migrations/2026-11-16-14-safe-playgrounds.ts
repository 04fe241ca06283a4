import { type Kysely, sql } from 'kysely'

/** Removes playgrounds whose address is refused by now, because clients would run it as a script. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from playground where url_template !~* '^https?://'`.execute(db)
}
