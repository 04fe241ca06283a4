import { type Kysely, sql } from 'kysely'

/** Statistics of organizations, kept current by a job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // One row per UTC day. Stale rows have counts of active users that must be computed again.
    `create table daily_statistics (
      realm_id bigint not null references realm,
      day date not null,
      public_messages integer not null default 0,
      private_messages integer not null default 0,
      direct_messages integer not null default 0,
      bot_messages integer not null default 0,
      active_users integer not null default 0,
      active_users_7_days integer not null default 0,
      active_users_30_days integer not null default 0,
      storage_bytes bigint,
      is_stale boolean not null default true,
      primary key (realm_id, day)
    )`,
    // Stale days of each organization.
    `create index daily_statistics_stale on daily_statistics (realm_id, day) where is_stale`,
    `create table daily_channel_messages (
      realm_id bigint not null references realm,
      day date not null,
      channel_id bigint not null references channel,
      messages integer not null,
      primary key (realm_id, day, channel_id)
    )`,
    `create table active_user_day (
      realm_id bigint not null references realm,
      day date not null,
      user_id bigint not null references account,
      primary key (realm_id, day, user_id)
    )`,
    // How far messages are counted. The mark is a message up to which they are counted next.
    `create table statistics_progress (
      upto_message_id bigint not null,
      upto_at timestamptz,
      mark_message_id bigint not null,
      marked_at timestamptz
    )`,
    `insert into statistics_progress (upto_message_id, mark_message_id) values (0, 0)`,
    // Imported messages that the count had passed when their import finished.
    `create table statistics_backlog (
      realm_id bigint primary key references realm,
      after_message_id bigint not null,
      upto_message_id bigint not null
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
