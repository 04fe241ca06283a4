import { type Kysely, sql } from 'kysely'

/** Pending invitations. Those by email and those by link are numbered separately, so there are two tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const common = `
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      inviter_id bigint not null references account,
      role smallint not null,
      channel_ids bigint[] not null,
      group_ids bigint[] not null,
      include_defaults boolean not null,
      key text not null unique,
      created_at timestamptz not null,
      expires_at timestamptz`
  const statements = [
    `create table invitation (${common},
      email text not null,
      notify_inviter boolean not null
    )`,
    `create index invitation_by_realm on invitation (realm_id, lower(email))`,
    // Accounts of one person across organizations.
    `create index account_by_address on account (lower(delivery_email))`,
    `create table invitation_link (${common})`,
    `create index invitation_link_by_realm on invitation_link (realm_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
