import { type Kysely, sql } from 'kysely'

/** Refresh tokens of OpenID Connect, and the sessions that a provider can end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table external_identity add refresh_token jsonb, add checked_at timestamptz, add failed_at timestamptz`,
    // The tokens to refresh next.
    `create index external_identity_checked on external_identity (issuer, checked_at) where refresh_token is not null`,
    `alter table session add identity_issuer text, add identity_subject text, add identity_session text`,
    // The sessions that a logout token names.
    `create index session_identity on session (identity_issuer, identity_subject) where identity_issuer is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
