import { type Kysely, sql } from 'kysely'

/** RSS and Atom feeds whose new entries bots post. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table feed (
      id bigint primary key generated always as identity,
      realm_id bigint not null references realm,
      bot_id bigint not null references account,
      channel_id bigint not null references channel,
      url text not null,
      topic text not null,
      title text not null default '',
      is_active boolean not null default true,
      due_at timestamptz not null,
      etag text,
      modified text,
      seen text[] not null default '{}',
      failure text,
      failures integer not null default 0,
      failing_since timestamptz,
      succeeded_at timestamptz
    )`,
    // Feeds of a bot, each once per channel.
    `create unique index feed_once on feed (bot_id, channel_id, url)`,
    // Number of feeds of an organization, and deletion of the organization.
    `create index feed_realm on feed (realm_id)`,
    // Feeds that are due, longest waiting first.
    `create index feed_due on feed (due_at) where is_active`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
