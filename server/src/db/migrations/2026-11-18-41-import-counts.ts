import { type Kysely, sql } from 'kysely'

/** What an import stored, so that `doctor` can compare it with the tables. Null for imports of older versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table realm_import add column stored jsonb`.execute(db)
}
