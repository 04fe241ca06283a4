import { type Kysely, sql } from 'kysely'

/** Apps of third parties, and the connections that people allowed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table oauth_app (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      client_id text not null,
      name text not null,
      description text not null,
      homepage_url text not null,
      logo_url text not null,
      redirect_uris text[] not null,
      scopes text[] not null,
      secret_hash text,
      is_confidential boolean not null,
      registered_itself boolean not null,
      creator_id bigint,
      created_at timestamptz not null
    )`,
    // Identifies the app of a request.
    `create unique index oauth_app_client on oauth_app (client_id)`,
    // Lists the apps of an organization.
    `create index oauth_app_realm on oauth_app (realm_id, id)`,
    `create table oauth_grant (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      app_id bigint not null references oauth_app on delete cascade,
      user_id bigint not null references account,
      scopes text[] not null,
      channel_ids bigint[],
      created_at timestamptz not null,
      code_hash text not null,
      code_expires_at timestamptz not null,
      code_challenge text not null,
      redirect_uri text not null,
      used_at timestamptz,
      refreshed_at timestamptz,
      family_hash text,
      refresh_hash text,
      expires_at timestamptz not null
    )`,
    // Exchanges an authorization code.
    `create unique index oauth_grant_code on oauth_grant (code_hash)`,
    // Finds the connection of a refresh token.
    `create unique index oauth_grant_family on oauth_grant (family_hash) where family_hash is not null`,
    // Lists the connections of a person.
    `create index oauth_grant_user on oauth_grant (user_id, app_id, id)`,
    // Counts the people of an app, and deletes them with it.
    `create index oauth_grant_app on oauth_grant (app_id, user_id)`,
    // Finds expired connections to delete.
    `create index oauth_grant_expiry on oauth_grant (expires_at)`,
    `alter table api_token add column grant_id bigint references oauth_grant on delete cascade`,
    // Lists the tokens of everyone.
    `create index api_token_realm on api_token (realm_id, id)`,
    // Ends the access tokens of a connection.
    `create index api_token_grant on api_token (grant_id, id) where grant_id is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
