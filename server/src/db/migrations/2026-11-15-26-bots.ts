import { type Kysely, sql } from 'kysely'

/** Default channels, webhook URLs and configuration of bots. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table account
      add default_sending_channel_id bigint references channel,
      add default_events_channel_id bigint references channel,
      add default_all_public_channels boolean not null default false`,
    `create table bot_service (
      bot_id bigint primary key references account,
      name text not null,
      base_url text not null,
      interface integer not null,
      token text not null
    )`,
    `create table bot_config (
      bot_id bigint primary key references account,
      data jsonb not null
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
