import { type Kysely, sql } from 'kysely'

/** The reason why an import in the app failed, by which clients translate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table requested_import add column problem jsonb`.execute(db)
}
