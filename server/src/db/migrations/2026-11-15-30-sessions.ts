import { type Kysely, sql } from 'kysely'

/** Browser sessions and mailed links. Their secrets are stored as hashes only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table server_secret (
      name text primary key,
      value text not null
    )`,
    // Signs tokens that are issued to clients. Random UUIDs have 122 random bits each.
    `insert into server_secret values ('signing', gen_random_uuid()::text || gen_random_uuid()::text)`,
    `create table session (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      user_id bigint not null references account,
      key_hash text not null unique,
      user_agent text not null,
      address text not null,
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      expires_at timestamptz not null
    )`,
    `create index session_by_user on session (user_id)`,
    `create table mailed_link (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      user_id bigint references account,
      purpose text not null,
      key_hash text not null unique,
      email text not null,
      data jsonb not null default '{}',
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`,
    `create index mailed_link_by_user on mailed_link (user_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
