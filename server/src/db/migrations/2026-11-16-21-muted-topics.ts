import { type Kysely, sql } from 'kysely'

/**
 * Index for the muted topics of a user, which events list completely. Skips followed topics, of which some users have
 * thousands.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index user_topic_muted on user_topic (user_id) where policy = 1`.execute(db)
}
