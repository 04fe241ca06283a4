import { type Kysely, sql } from 'kysely'

/** The channels that new people are subscribed to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table default_channel (
      channel_id bigint primary key references channel,
      realm_id bigint not null references realm
    )`,
    // All of an organization, when its directory is loaded.
    `create index default_channel_realm on default_channel (realm_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
