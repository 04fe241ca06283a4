import { type Kysely, sql } from 'kysely'

/** Legal holds, and the messages and files that they keep after their deletion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table legal_hold (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      name text not null,
      user_ids bigint[] not null,
      channel_ids bigint[] not null,
      sent_from timestamptz,
      sent_until timestamptz,
      created_by bigint not null references account,
      created_at timestamptz not null,
      released_by bigint references account,
      released_at timestamptz
    )`,
    // Holds of an organization; those in force, for every deletion.
    `create index legal_hold_by_realm on legal_hold (realm_id, id)`,
    `create index legal_hold_in_force on legal_hold (realm_id) where released_at is null`,
    // No references to users and channels: it keeps what was, even if those go.
    `create table held_message (
      message_id bigint primary key,
      realm_id bigint not null references realm,
      sender_id bigint not null,
      channel_id bigint,
      user_ids bigint[],
      topic text not null,
      content text not null,
      client text not null,
      sent_at timestamptz not null,
      last_edit_at timestamptz,
      edit_history jsonb,
      deleted_at timestamptz not null
    )`,
    // Kept messages of an organization, in the order of an export.
    `create index held_message_by_realm on held_message (realm_id, message_id)`,
    // A file of a message in some version. While there is a row, the content is not deleted.
    `create table held_file (
      path_id text not null,
      message_id bigint not null,
      realm_id bigint not null references realm,
      owner_id bigint not null,
      name text not null,
      content_type text not null,
      size bigint not null,
      created_at timestamptz not null,
      primary key (path_id, message_id)
    )`,
    // Kept files of an organization, and those of a message.
    `create index held_file_by_realm on held_file (realm_id, message_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
