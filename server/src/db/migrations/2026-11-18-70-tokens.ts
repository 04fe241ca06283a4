import { type Kysely, sql } from 'kysely'

/** Tokens of users and bots. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table api_token (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      user_id bigint not null references account,
      kind text not null,
      name text not null,
      start text not null,
      key_hash text not null,
      scopes text[],
      read_only boolean not null,
      channel_ids bigint[],
      topic text,
      addresses text[],
      created_by bigint,
      created_at timestamptz not null,
      expires_at timestamptz,
      last_used_at timestamptz
    )`,
    // Authenticates a request.
    `create unique index api_token_key on api_token (key_hash)`,
    // Lists the tokens of a user.
    `create index api_token_user on api_token (user_id, id)`,
    // Finds expired tokens to delete.
    `create index api_token_expiry on api_token (expires_at) where expires_at is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
