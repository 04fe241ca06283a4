import { type Kysely, sql } from 'kysely'

/** Interactions with bots, and their slash commands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // No reference to the message: it would slow down deletions, and an interaction outlives its message by a day at most.
    `create table interaction (
      id bigint primary key generated always as identity,
      realm_id bigint not null references realm,
      bot_id bigint not null references account,
      user_id bigint not null references account,
      message_id bigint,
      recipient_id bigint not null references recipient,
      topic text not null,
      request_id text,
      payload json not null,
      responses integer not null default 0,
      created_at timestamptz not null
    )`,
    // Repeated requests of a user.
    `create unique index interaction_request on interaction (user_id, request_id) where request_id is not null`,
    // Old interactions, which are deleted.
    `create index interaction_created on interaction (created_at)`,
    `create table bot_command (
      realm_id bigint not null references realm,
      name text not null,
      bot_id bigint not null references account,
      description text not null,
      usage text not null,
      primary key (realm_id, name)
    )`,
    `create sequence ephemeral_message_id`,
    // A call is about a message or an interaction. An older version drops calls without a message.
    `alter table webhook_call alter message_id drop not null`,
    `alter table webhook_call add interaction_id bigint`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
