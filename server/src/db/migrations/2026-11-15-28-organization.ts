import { type Kysely, sql } from 'kysely'

/** Which addresses an organization takes, how one logs in, what new people start with, and the end of an organization. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table realm_domain (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      domain text not null,
      allow_subdomains boolean not null,
      unique (realm_id, domain)
    )`,
    // Sparse like the settings: a way to log in that is not named here is allowed.
    `alter table realm add column authentication jsonb not null default '{}'`,
    // Personal settings that new accounts begin with.
    `alter table realm add column user_defaults jsonb not null default '{}'`,
    // When a deactivated organization is to be removed with all that belongs to it; null: never.
    `alter table realm add column deletion_at timestamptz`,
    // Those whose time has come, for the daily job.
    `create index realm_deletion on realm (deletion_at) where deletion_at is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
