import { type Kysely, sql } from 'kysely'

/** What people made of topics: muted, unmuted or followed. No row: as the channel is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Topics are the same whatever their case; they are spelled as first written.
    `create table user_topic (
      user_id bigint not null references account,
      channel_id bigint not null references channel,
      recipient_id bigint not null references recipient,
      topic text not null,
      policy smallint not null,
      updated_at timestamptz not null
    )`,
    `create unique index user_topic_user on user_topic (user_id, recipient_id, lower(topic)) include (policy)`,
    // Everyone who made something of a topic, when it is moved or deleted.
    `create index user_topic_topic on user_topic (recipient_id, lower(topic))`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
