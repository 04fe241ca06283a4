import { type Kysely, sql } from 'kysely'

/** Calls and their participants, and the tokens of users who connected Zoom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // No reference to the message: it would slow down deletions, and a call outlives its message by a day at most.
    `create table call (
      id bigint primary key generated always as identity,
      realm_id bigint not null references realm,
      message_id bigint,
      started_by bigint not null references account,
      started_at timestamptz not null,
      ended_at timestamptz,
      declined_by bigint[] not null default '{}'
    )`,
    // Calls in progress, and old calls, which are deleted.
    `create index call_in_progress on call (realm_id) where ended_at is null`,
    `create index call_ended on call (ended_at) where ended_at is not null`,
    // Calls of deleted messages.
    `create index call_message on call (message_id)`,
    `create table call_participant (
      id bigint primary key generated always as identity,
      call_id bigint not null references call on delete cascade,
      user_id bigint not null references account,
      queue_id text,
      muted boolean not null,
      camera boolean not null,
      screen boolean not null,
      joined_at timestamptz not null,
      left_at timestamptz,
      lease_until timestamptz not null
    )`,
    // The participants of a call.
    `create index call_participant_call on call_participant (call_id)`,
    // The calls of a user who is erased or deactivated.
    `create index call_participant_user on call_participant (user_id)`,
    // Leases that have ended.
    `create index call_participant_lease on call_participant (lease_until) where left_at is null`,
    `create table zoom_token (
      user_id bigint primary key references account,
      token jsonb not null
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
