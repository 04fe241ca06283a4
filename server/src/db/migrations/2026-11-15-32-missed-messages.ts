import { type Kysely, sql } from 'kysely'

/** Mails about messages that people missed. There are rows for those who get a mail only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Up to where in its log an organization's messages were looked at.
    `create table missed_upto (
      realm_id bigint primary key references realm,
      seq bigint not null
    )`,
    // What was said before there were such mails is not told now.
    `insert into missed_upto (realm_id, seq) select realm_id, last_seq from realm_log`,

    // No reference to the message: one that was deleted is found missing when its mail is written.
    `create table missed_message (
      user_id bigint not null references account,
      message_id bigint not null,
      realm_id bigint not null references realm,
      trigger text not null,
      due_at timestamptz not null,
      mailed_at timestamptz,
      primary key (user_id, message_id)
    )`,
    // Whose mails are due, and when those of one person are.
    `create index missed_message_due on missed_message (due_at) where mailed_at is null`,
    `create index missed_message_pending on missed_message (user_id, due_at) where mailed_at is null`,

    // People whose queue was dropped, and when it was last read.
    `create table departure (
      user_id bigint primary key references account,
      realm_id bigint not null references realm,
      since timestamptz not null
    )`,
    // Whether somebody has a queue.
    `create index event_queue_user on event_queue (user_id)`,
    // Who decided for a channel otherwise than for all.
    `create index subscription_notify on subscription (channel_id)
      where email_notifications is not null or wildcard_mentions_notify is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
