import { type Kysely, sql } from 'kysely'

/** Sign-in policies of organizations. Values that are not there are the initial ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table realm add column sign_in_policy jsonb not null default '{}'`,
    // Sessions whose time is over, and the sessions of an organization with limits.
    `create index session_by_expiry on session (expires_at)`,
    `create index session_by_realm on session (realm_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
