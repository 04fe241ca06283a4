import { type Kysely, sql } from 'kysely'

/** Named sets of channels that new users can choose to subscribe to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Groups of an organization, for loading its directory.
    `create table default_channel_group (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      name text not null,
      description text not null,
      unique (realm_id, name)
    )`,
    `create table default_channel_group_channel (
      group_id bigint not null references default_channel_group on delete cascade,
      channel_id bigint not null references channel,
      primary key (group_id, channel_id)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
