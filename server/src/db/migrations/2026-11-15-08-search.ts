import { type Kysely, sql } from 'kysely'

/** Full-text search, reactions, and indexes for feeds of rare messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table message add column search tsvector not null default ''`,
    // An approximation for messages stored before there was search: by stems, not by prefixes and substrings.
    `update message
      set search = strip(to_tsvector('english', text)) || array_to_tsvector(array['#' || message.id / 32768])
      from (select id, topic || ' ' || regexp_replace(rendered_content, '<[^>]*>', ' ', 'g') as text from message) as old
      where old.id = message.id`,
    // The search operator; see docs/subsystems/search.md. Every search scans the pending list and some send merges
    // it, so keep it short.
    `create index message_search on message using gin (search) with (gin_pending_list_limit = 512)`,
    // has:link, has:image, has:attachment.
    `create index message_link on message (realm_id, id) where has_link`,
    `create index message_image on message (realm_id, id) where has_image`,
    `create index message_attachment on message (realm_id, id) where has_attachment`,
    // is:resolved.
    `create index message_resolved on message (realm_id, id) where is_channel and starts_with(topic, '\u2714 ')`,
    // is:mentioned, for wildcard mentions.
    `create index message_everyone on message (realm_id, id) where channel_wildcard`,
    // Whether a single message is in a reader's history.
    `create index subscription_recipient on subscription (user_id, recipient_id)`,
    // Messages in a reader's history through a flag rather than a subscription; the bits are in flag-bits.ts.
    `create index message_flag_added on message_flag (user_id, message_id) where flags & 2304 <> 0`,
    `create table reaction (
      id bigint generated always as identity primary key,
      message_id bigint not null references message on delete cascade,
      user_id bigint not null references account,
      emoji_name text not null,
      emoji_code text not null,
      reaction_type text not null,
      unique (message_id, reaction_type, emoji_code, user_id)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
