import { type Kysely, sql } from 'kysely'

/** Authenticator apps, recovery codes, browsers that ask for no code, and logins that wait for one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // One per user. Without `confirmed_at`, it is being set up. Codes up to `last_step` were used or are too old.
    `create table totp_factor (
      user_id bigint primary key references account,
      realm_id bigint not null references realm,
      secret jsonb not null,
      last_step bigint not null default 0,
      created_at timestamptz not null,
      confirmed_at timestamptz
    )`,
    `create table recovery_code (
      user_id bigint not null references account,
      realm_id bigint not null references realm,
      code_hash text not null,
      primary key (user_id, code_hash)
    )`,
    `create table remembered_browser (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      user_id bigint not null references account,
      key_hash text not null,
      user_agent text not null,
      address text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`,
    // The browsers of a user, and the one that logs in.
    `create unique index remembered_browser_key on remembered_browser (user_id, key_hash)`,
    // For deleting expired ones.
    `create index remembered_browser_expiry on remembered_browser (expires_at)`,
    `create table pending_login (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      user_id bigint not null references account,
      key_hash text not null unique,
      remember boolean not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`,
    // The oldest pending logins of a user.
    `create index pending_login_user on pending_login (user_id, id)`,
    // For deleting expired ones.
    `create index pending_login_expiry on pending_login (expires_at)`,
    // When the user last proved who they are; null until they do so again after logging in.
    `alter table session add proven_at timestamptz`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
