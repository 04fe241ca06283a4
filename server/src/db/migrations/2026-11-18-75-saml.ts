import { type Kysely, sql } from 'kysely'

/** Logins through SAML identity providers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // The last metadata that could be fetched, for the whole server.
    `create table saml_metadata (
      provider text primary key,
      url text not null,
      document jsonb not null,
      fetched_at timestamptz not null
    )`,
    // A verified login between the provider's form and our page, which has the cookies of the browser.
    `create table saml_login (
      key_hash text primary key,
      realm_id bigint not null references realm,
      provider text not null,
      request_id text,
      login jsonb not null,
      expires_at timestamptz not null
    )`,
    `create index saml_login_expiry on saml_login (expires_at)`,
    `create index saml_login_realm on saml_login (realm_id)`,
    // The provider's name for a session, for logging out on both sides.
    `create table saml_session (
      session_id bigint primary key references session on delete cascade,
      provider text not null,
      name_id text not null,
      name_id_details jsonb not null,
      session_index text
    )`,
    `create index saml_session_by_name on saml_session (provider, name_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
