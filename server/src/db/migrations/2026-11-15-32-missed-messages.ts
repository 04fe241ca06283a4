import { type Kysely, sql } from 'kysely'

/** Email notifications about missed messages. Only users who will get an email have rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Position up to which an organization's log was scanned.
    `create table missed_upto (
      realm_id bigint primary key references realm,
      seq bigint not null
    )`,
    // Messages from before this feature cause no emails.
    `insert into missed_upto (realm_id, seq) select realm_id, last_seq from realm_log`,

    // No reference to the message: a deleted one is skipped when the email is written.
    `create table missed_message (
      user_id bigint not null references account,
      message_id bigint not null,
      realm_id bigint not null references realm,
      trigger text not null,
      due_at timestamptz not null,
      mailed_at timestamptz,
      primary key (user_id, message_id)
    )`,
    // Due emails, and the due time per user.
    `create index missed_message_due on missed_message (due_at) where mailed_at is null`,
    `create index missed_message_pending on missed_message (user_id, due_at) where mailed_at is null`,

    // Users whose queue expired, and when it was last read.
    `create table departure (
      user_id bigint primary key references account,
      realm_id bigint not null references realm,
      since timestamptz not null
    )`,
    // Whether a user has a queue.
    `create index event_queue_user on event_queue (user_id)`,
    // Users with a channel setting that differs from their global one.
    `create index subscription_notify on subscription (channel_id)
      where email_notifications is not null or wildcard_mentions_notify is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
