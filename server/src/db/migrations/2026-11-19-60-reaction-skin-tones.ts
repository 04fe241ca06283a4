import { type Kysely, sql } from 'kysely'

/** The skin tone of a reaction; null for none. Older versions neither read nor write it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reaction add skin_tone text`.execute(db)
}
