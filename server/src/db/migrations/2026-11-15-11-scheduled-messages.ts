import { type Kysely, sql } from 'kysely'

/** Scheduled messages. Sent ones are deleted, failed ones stay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Participants of a direct message include the sender.
    `create table scheduled_message (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      sender_id bigint not null references account,
      channel_id bigint references channel,
      user_ids bigint[],
      topic text not null,
      content text not null,
      rendered_content text not null,
      client text not null,
      read_by_sender boolean,
      deliver_at timestamptz not null,
      failed boolean not null default false,
      check ((channel_id is null) = (user_ids is not null))
    )`,
    // Scheduled messages of a user, earliest first.
    `create index scheduled_message_sender on scheduled_message (sender_id, deliver_at, id)`,
    // Scheduled messages that are due.
    `create index scheduled_message_due on scheduled_message (deliver_at) where not failed`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
