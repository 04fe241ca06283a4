import { type Kysely, sql } from 'kysely'

/** Reports of messages, and the content of messages that moderators hid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // The report of a deleted message stays, with the beginning of its content.
    `create table message_report (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      message_id bigint references message on delete set null,
      message_sender_id bigint not null references account,
      channel_id bigint,
      topic text not null,
      content text not null,
      reporter_id bigint not null references account,
      report_type text not null,
      description text not null,
      created_at timestamptz not null,
      notice_id bigint references message on delete set null,
      handled_by bigint references account,
      handled_at timestamptz
    )`,
    // Reports of an organization, and those that are open.
    `create index message_report_by_realm on message_report (realm_id, id)`,
    `create index message_report_open on message_report (realm_id, id) where handled_at is null`,
    // A user reports a message once. Also for deleting messages.
    `create unique index message_report_once on message_report (message_id, reporter_id)`,
    // The report of a notice whose button was clicked.
    `create index message_report_notice on message_report (notice_id) where notice_id is not null`,
    // The message has a placeholder instead. left_history: entries of its edit history that stayed, without former contents.
    `create table hidden_message (
      message_id bigint primary key references message on delete cascade,
      realm_id bigint not null references realm,
      hidden_by bigint not null references account,
      hidden_at timestamptz not null,
      reason text not null,
      content text not null,
      rendered_content text not null,
      has_link boolean not null,
      has_image boolean not null,
      has_attachment boolean not null,
      edit_history jsonb,
      left_history integer not null,
      submessages jsonb not null
    )`,
    // Hidden messages of an organization, for erasing a person.
    `create index hidden_message_by_realm on hidden_message (realm_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
