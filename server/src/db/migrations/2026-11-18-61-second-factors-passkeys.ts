import { type Kysely, sql } from 'kysely'

/** Passkeys, and the challenges that they have answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table passkey (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      user_id bigint not null references account,
      credential_id text not null,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      name text not null,
      is_synced boolean not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`,
    // The passkey of a login.
    `create unique index passkey_credential on passkey (realm_id, credential_id)`,
    // The passkeys of a user.
    `create index passkey_user on passkey (user_id)`,
    `create table used_challenge (hash text primary key, expires_at timestamptz not null)`,
    // For deleting expired ones.
    `create index used_challenge_expiry on used_challenge (expires_at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
