import { type Kysely, sql } from 'kysely'

/** Files that people upload, and what links to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // `image` is null for what is none: {width, height, animated, thumbnails}. The bytes are in the storage, under the
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
    // Those of a person.
    `create index attachment_owner on attachment (owner_id, id)`,
    // Those that may have been forgotten.
    `create index attachment_age on attachment (created_at)`,
    `create table attachment_message (
      attachment_id bigint not null references attachment on delete cascade,
      message_id bigint not null references message on delete cascade,
      primary key (message_id, attachment_id)
    )`,
    // Through which messages a file may be fetched.
    `create index attachment_message_by_attachment on attachment_message (attachment_id, message_id)`,
    `create table attachment_scheduled (
      attachment_id bigint not null references attachment on delete cascade,
      scheduled_message_id bigint not null references scheduled_message on delete cascade,
      primary key (scheduled_message_id, attachment_id)
    )`,
    // Whether a file is still needed.
    `create index attachment_scheduled_by_attachment on attachment_scheduled (attachment_id)`,
    // The sum of all sizes: told with every change, and too many to add up each time.
    `create table upload_space (
      realm_id bigint primary key references realm,
      bytes bigint not null
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
