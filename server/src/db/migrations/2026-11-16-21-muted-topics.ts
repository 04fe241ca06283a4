import { type Kysely, sql } from 'kysely'

/**
 * Finds the muted topics of a user, which events list as a whole, without reading the topics that they follow. Some users follow
 * thousands.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index user_topic_muted on user_topic (user_id) where policy = 1`.execute(db)
}
