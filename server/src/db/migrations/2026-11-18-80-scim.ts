import { type Kysely, sql } from 'kysely'

/** Provisioning of users and groups by an identity provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table scim_token (
      realm_id bigint primary key references realm,
      token_hash text not null unique,
      creator_id bigint references account,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`,
    // Attributes that the provider keeps here and that accounts do not have.
    `create table scim_user (
      user_id bigint primary key references account,
      realm_id bigint not null references realm,
      external_id text,
      given_name text,
      family_name text,
      deleted_at timestamptz
    )`,
    // Finds a user by the provider's ID.
    'create index scim_user_external on scim_user (realm_id, external_id)',
    `create table scim_group (
      group_id bigint primary key references user_group,
      realm_id bigint not null references realm,
      external_id text
    )`,
    'create index scim_group_external on scim_group (realm_id, external_id)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
