import { type Kysely, sql } from 'kysely'

/** Email addresses of channels, and emails that were received. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table channel_email (
      id bigint primary key generated always as identity,
      realm_id bigint not null references realm,
      channel_id bigint not null references channel,
      user_id bigint not null references account,
      sender_id bigint not null references account,
      salt text not null,
      token_hash text not null,
      created_at timestamptz not null
    )`,
    // The address of a user for a channel and a sender.
    `create unique index channel_email_owner on channel_email (channel_id, user_id, sender_id)`,
    // The recipient of an incoming email.
    `create unique index channel_email_token on channel_email (token_hash)`,
    // Deliveries that are repeated.
    `create table received_email (
      key text primary key,
      realm_id bigint not null references realm,
      received_at timestamptz not null
    )`,
    // Old records, which are deleted.
    `create index received_email_at on received_email (received_at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
