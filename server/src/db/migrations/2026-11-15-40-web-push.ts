import { generateKeyPairSync } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** Push notifications to browsers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table push_subscription (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      user_id bigint not null references account,
      -- Whoever logs out wants to hear nothing there any more. Null where it was made with an API key.
      session_id bigint references session on delete cascade,
      endpoint text not null,
      p256dh text not null,
      auth text not null,
      subscribed_at timestamptz not null
    )`,
    // A browser has one subscription, whichever account uses it. Endpoints may be too long for an index.
    `create unique index push_subscription_endpoint on push_subscription (md5(endpoint))`,
    // Subscriptions of the users of an organization.
    `create index push_subscription_user on push_subscription (realm_id, user_id)`,
    // Subscriptions of a session, for when it ends.
    `create index push_subscription_session on push_subscription (session_id)`,

    // Unread messages with a push notification. No reference to the message: it may be deleted at any time.
    `create table push_notice (
      user_id bigint not null references account,
      message_id bigint not null,
      realm_id bigint not null references realm,
      tag text not null,
      noticed_at timestamptz not null,
      primary key (user_id, message_id)
    )`,
    // Notifications of a conversation, and notifications of an organization whose messages are gone.
    `create index push_notice_tag on push_notice (user_id, tag)`,
    `create index push_notice_realm on push_notice (realm_id)`,

    // Conversations with a pending notification to a browser.
    `create table push_due (
      subscription_id bigint not null references push_subscription on delete cascade,
      tag text not null,
      -- Something was said; something was read.
      news boolean not null,
      reads boolean not null,
      attempts integer not null default 0,
      due_at timestamptz not null,
      primary key (subscription_id, tag)
    )`,
    `create index push_due_at on push_due (due_at)`,

    // Users with a channel setting that differs from their global one.
    `create index subscription_push on subscription (channel_id)
      where push_notifications is not null or wildcard_mentions_notify is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)

  // Browsers subscribe with this key and reject messages signed with another, so it is created once and kept.
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = JSON.stringify(privateKey.export({ format: 'jwk' }))
  await sql`insert into server_secret values ('web-push', ${key})`.execute(db)
}
