import { type Kysely, sql } from 'kysely'

/** The default channels of new users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table default_channel (
      channel_id bigint primary key references channel,
      realm_id bigint not null references realm
    )`,
    // Default channels of an organization, for loading its directory.
    `create index default_channel_realm on default_channel (realm_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
