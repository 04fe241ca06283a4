import { type Kysely, sql } from 'kysely'

/** Organizations, accounts, channels, messages, received and read ranges of each reader, and the event log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Settings are sparse: missing ones have the default that the contract declares.
    `create table realm (
      id bigint generated always as identity primary key,
      subdomain text not null unique,
      name text not null,
      settings jsonb not null default '{}',
      permissions jsonb not null default '{}',
      deactivated boolean not null default false,
      created_at timestamptz not null default now()
    )`,

    // The end of an organization's log. Locking this row orders commits; see docs/subsystems/event-log.md.
    `create table realm_log (
      realm_id bigint primary key references realm,
      last_seq bigint not null default 0
    ) with (fillfactor = 10)`,

    `create table account (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      delivery_email text not null,
      full_name text not null,
      role smallint not null,
      is_active boolean not null default true,
      bot_type smallint,
      bot_owner_id bigint references account,
      is_system_bot boolean not null default false,
      can_create_users boolean not null default false,
      api_key text not null unique,
      password_hash text,
      timezone text not null default '',
      avatar_source text not null default 'G',
      avatar_version integer not null default 1,
      settings jsonb not null default '{}',
      created_at timestamptz not null default now()
    )`,
    // An email address belongs to one account of an organization, regardless of case.
    `create unique index account_email on account (realm_id, lower(delivery_email))`,

    `create table user_group (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      name text not null,
      description text not null,
      is_system boolean not null default false,
      creator_id bigint references account,
      deactivated boolean not null default false,
      permissions jsonb not null default '{}',
      created_at timestamptz not null default now(),
      unique (realm_id, name)
    )`,

    `create table channel (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      name text not null,
      description text not null default '',
      rendered_description text not null default '',
      creator_id bigint references account,
      invite_only boolean not null default false,
      is_web_public boolean not null default false,
      history_public_to_subscribers boolean not null default true,
      is_archived boolean not null default false,
      is_recently_active boolean not null default true,
      message_retention_days integer,
      first_message_id bigint,
      permissions jsonb not null default '{}',
      created_at timestamptz not null default now()
    )`,
    `create unique index channel_name on channel (realm_id, lower(name))`,

    // Destinations of messages: a channel, or a set of users. A set of one is that user, for the wire's recipient_id.
    `create table recipient (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      channel_id bigint unique references channel,
      user_ids bigint[],
      user_set text unique,
      check ((channel_id is null) = (user_ids is not null))
    )`,
    // Direct conversations of a user.
    `create table recipient_member (
      user_id bigint not null references account,
      recipient_id bigint not null references recipient,
      primary key (user_id, recipient_id)
    )`,

    // received: the messages sent while subscribed, as ranges of message IDs; the last range is open while the
    // subscription is active.
    `create table subscription (
      user_id bigint not null references account,
      channel_id bigint not null references channel,
      recipient_id bigint not null references recipient,
      active boolean not null default true,
      received int8multirange not null,
      color text not null,
      is_muted boolean not null default false,
      pin_to_top boolean not null default false,
      desktop_notifications boolean,
      email_notifications boolean,
      push_notifications boolean,
      audible_notifications boolean,
      wildcard_mentions_notify boolean,
      primary key (user_id, channel_id)
    )`,
    // Subscribers of a channel, for the directory.
    `create index subscription_channel on subscription (channel_id)`,

    // IDs are allocated while the log's row is locked, so within an organization their order is commit order.
    `create sequence message_id as bigint cache 1`,
    `create table message (
      id bigint primary key,
      realm_id bigint not null,
      recipient_id bigint not null references recipient,
      sender_id bigint not null references account,
      is_channel boolean not null,
      topic text not null,
      content text not null,
      rendered_content text not null,
      client text not null,
      sent_at timestamptz not null,
      last_edit_at timestamptz,
      last_moved_at timestamptz,
      edit_history jsonb
    )`,
    // Feeds of a channel or conversation, and gaps of unread messages (index-only scans).
    `create index message_recipient on message (recipient_id, id) include (sender_id, topic)`,
    // Feeds of a topic.
    `create index message_topic on message (recipient_id, lower(topic), id) where is_channel`,
    // Feeds of a sender.
    `create index message_sender on message (sender_id, id)`,

    // Read messages of a reader in a channel or conversation, as ranges of message IDs.
    `create table read_state (
      user_id bigint not null references account,
      recipient_id bigint not null references recipient,
      read int8multirange not null,
      primary key (user_id, recipient_id)
    )`,
    // Other flags of a reader on a message; most messages have no row here.
    `create table message_flag (
      user_id bigint not null references account,
      message_id bigint not null references message on delete cascade,
      flags integer not null,
      primary key (user_id, message_id)
    )`,
    `create index message_flag_message on message_flag (message_id)`,
    // Starred messages, and own or older messages marked as unread; the bits are in flag-bits.ts.
    `create index message_flag_unread on message_flag (user_id, message_id) where flags & 1024 <> 0`,
    `create index message_flag_starred on message_flag (user_id, message_id) where flags & 2 <> 0`,

    // The log: one row per event, trimmed by age.
    `create table event (
      realm_id bigint not null,
      seq bigint not null,
      type text not null,
      payload text not null,
      audience text not null,
      touches text,
      created_at timestamptz not null default now(),
      primary key (realm_id, seq)
    )`,
    `create index event_created on event (created_at)`,

    `create table event_queue (
      id text primary key,
      realm_id bigint not null references realm,
      user_id bigint not null references account,
      options jsonb not null,
      start_seq bigint not null,
      idle_seconds integer not null,
      last_active_at timestamptz not null default now()
    )`,

    // Login attempts, for the rate limit per name. Old rows are deleted as new ones arrive.
    `create table login_attempt (
      realm_id bigint not null references realm,
      username text not null,
      at timestamptz not null
    )`,
    `create index login_attempt_name on login_attempt (realm_id, username, at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
