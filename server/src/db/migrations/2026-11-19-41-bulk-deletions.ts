import { type Kysely, sql } from 'kysely'

/** Deletions of the messages of one user, and what is needed to undo them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table bulk_deletion (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      user_id bigint not null references account,
      requested_by bigint not null references account,
      requested_at timestamptz not null,
      channel_ids bigint[] not null,
      include_direct boolean not null,
      sent_from timestamptz,
      sent_until timestamptz,
      last_message_id bigint not null,
      position bigint not null default 0,
      state text not null,
      total integer not null,
      deleted integer not null default 0,
      restored integer not null default 0,
      undo_until timestamptz
    )`,
    // Those of an organization, newest first.
    `create index bulk_deletion_by_realm on bulk_deletion (realm_id, id)`,
    // Those with work to do: now, or when the time to undo is over.
    `create index bulk_deletion_unfinished on bulk_deletion (state, id) where state in ('deleting', 'deleted', 'restoring')`,
    // The rows of a deleted message, as JSON. No references to messages: they are gone.
    `create table deleted_message (
      message_id bigint primary key,
      bulk_deletion_id bigint not null references bulk_deletion,
      realm_id bigint not null references realm,
      sender_id bigint not null references account,
      message jsonb not null,
      reactions jsonb not null,
      flags jsonb not null,
      submessages jsonb not null,
      pins jsonb not null,
      hidden jsonb not null,
      report_ids bigint[] not null,
      notice_ids bigint[] not null,
      later_ids bigint[] not null
    )`,
    `create index deleted_message_by_deletion on deleted_message (bulk_deletion_id, message_id)`,
    // For erasing a person.
    `create index deleted_message_by_sender on deleted_message (sender_id)`,
    // Files that only deleted messages link to stay until the deletion is final.
    `create table deleted_attachment (
      attachment_id bigint not null references attachment on delete cascade,
      message_id bigint not null references deleted_message on delete cascade,
      primary key (message_id, attachment_id)
    )`,
    `create index deleted_attachment_by_attachment on deleted_attachment (attachment_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
