import { type Kysely, sql } from 'kysely'

/** Feeds of channels, which the notification bot posts for the user who added them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table feed add creator_id bigint references account`.execute(db)
  // Feeds of a channel.
  await sql`create index feed_channel on feed (channel_id)`.execute(db)
}
