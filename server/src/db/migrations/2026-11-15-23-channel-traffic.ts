import { type Kysely, sql } from 'kysely'

/** Message counts of channels, updated once a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // The last four weeks, by day; summed when the directory is loaded.
    `create table channel_traffic (
      channel_id bigint not null references channel,
      day date not null,
      messages integer not null,
      primary key (channel_id, day)
    )`,
    // The last message that has been counted.
    `create table traffic_counted (upto_message_id bigint not null)`,
    `insert into traffic_counted values (0)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
