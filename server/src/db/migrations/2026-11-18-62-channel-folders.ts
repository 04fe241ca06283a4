import { type Kysely, sql } from 'kysely'

/** Folders of channels, and how users arrange them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table channel_folder (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      name text not null,
      description text not null,
      position integer not null,
      creator_id bigint references account,
      is_archived boolean not null default false,
      created_at timestamptz not null
    )`,
    // Folders of an organization.
    `create index channel_folder_realm on channel_folder (realm_id)`,
    // Older versions create channels without a folder.
    `alter table channel add column folder_id bigint references channel_folder`,
    // Folders are few per user, and read with all of the user's data. The position is null in the organization's order.
    `create table channel_folder_preference (
      user_id bigint not null references account,
      folder_id bigint not null references channel_folder,
      position integer,
      collapsed boolean not null default false,
      primary key (user_id, folder_id)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
