import { type Kysely, sql } from 'kysely'

/** Uploaded files, and the messages that link to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // `image` is null for other files: {width, height, animated, thumbnails}. The bytes are in the storage, under the
    // random part of the path.
    `create table attachment (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      owner_id bigint not null references account,
      path_id text not null unique,
      name text not null,
      content_type text not null,
      size bigint not null,
      image jsonb,
      created_at timestamptz not null
    )`,
    // Attachments of a user.
    `create index attachment_owner on attachment (owner_id, id)`,
    // Attachments that may have been abandoned.
    `create index attachment_age on attachment (created_at)`,
    `create table attachment_message (
      attachment_id bigint not null references attachment on delete cascade,
      message_id bigint not null references message on delete cascade,
      primary key (message_id, attachment_id)
    )`,
    // Messages that give access to a file.
    `create index attachment_message_by_attachment on attachment_message (attachment_id, message_id)`,
    `create table attachment_scheduled (
      attachment_id bigint not null references attachment on delete cascade,
      scheduled_message_id bigint not null references scheduled_message on delete cascade,
      primary key (scheduled_message_id, attachment_id)
    )`,
    // Whether a file is still referenced.
    `create index attachment_scheduled_by_attachment on attachment_scheduled (attachment_id)`,
    // Total size of all files: every change publishes it, and summing each time would be too slow.
    `create table upload_space (
      realm_id bigint primary key references realm,
      bytes bigint not null
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
