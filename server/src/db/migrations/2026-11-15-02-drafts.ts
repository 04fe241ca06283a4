import { type Kysely, sql } from 'kysely'

/** Drafts and saved snippets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Order of edits, for drafts edited in the same second.
    `create sequence draft_edit as bigint cache 1`,

    // Addressed to a channel, to users, or to nobody yet. Users are listed as shown: without the owner, unless alone.
    // edited_at is in seconds and not a timestamptz, because clients set it and it may be any number.
    `create table draft (
      id bigint generated always as identity primary key,
      user_id bigint not null references account,
      channel_id bigint references channel,
      user_ids bigint[],
      topic text not null,
      content text not null,
      edited_at bigint not null,
      edit_seq bigint not null default nextval('draft_edit'),
      check (channel_id is null or user_ids is null)
    )`,
    // Drafts of a user, most recently edited first.
    `create index draft_newest on draft (user_id, edited_at desc, edit_seq desc)`,

    `create table saved_snippet (
      id bigint generated always as identity primary key,
      user_id bigint not null references account,
      title text not null,
      content text not null,
      created_at timestamptz not null
    )`,
    // Snippets of a user, oldest first.
    `create index saved_snippet_user on saved_snippet (user_id, id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
