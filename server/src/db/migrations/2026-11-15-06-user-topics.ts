import { type Kysely, sql } from 'kysely'

/** Topic visibility policies: muted, unmuted or followed. No row means inherited from the channel. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Topics are compared without case; the first spelling is kept.
    `create table user_topic (
      user_id bigint not null references account,
      channel_id bigint not null references channel,
      recipient_id bigint not null references recipient,
      topic text not null,
      policy smallint not null,
      updated_at timestamptz not null
    )`,
    `create unique index user_topic_user on user_topic (user_id, recipient_id, lower(topic)) include (policy)`,
    // All users with a policy for a topic, for moving or deleting it.
    `create index user_topic_topic on user_topic (recipient_id, lower(topic))`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
