import { type Kysely, sql } from 'kysely'

/** Counts that an import records, so that `doctor` can compare them with the tables. Null for imports of older versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table realm_import add column stored jsonb`.execute(db)
}
