import { type Kysely, sql } from 'kysely'

/** Pinned messages, and bookmarks of channels. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // The recipient is that of the message, and changes with it.
    `create table pinned_message (
      message_id bigint primary key references message on delete cascade,
      recipient_id bigint not null references recipient,
      in_channel boolean not null,
      pinned_by bigint not null references account,
      pinned_at timestamptz not null
    )`,
    // Pinned messages of a channel or direct conversation, newest first.
    `create index pinned_message_recipient on pinned_message (recipient_id, pinned_at)`,
    // Bookmarks of deleted files remain and stop working, as links in messages do.
    `create table channel_bookmark (
      id bigint generated always as identity primary key,
      channel_id bigint not null references channel,
      position integer not null,
      title text not null,
      url text not null,
      attachment_id bigint references attachment on delete set null,
      created_by bigint not null references account,
      created_at timestamptz not null
    )`,
    // Bookmarks of a channel.
    `create index channel_bookmark_channel on channel_bookmark (channel_id)`,
    // Channels with a bookmark of a file, which grants access to it.
    `create index channel_bookmark_attachment on channel_bookmark (attachment_id) where attachment_id is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
