import { type Kysely, sql } from 'kysely'

/** Allowed email domains, login methods, defaults for new users, and the deletion of organizations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table realm_domain (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      domain text not null,
      allow_subdomains boolean not null,
      unique (realm_id, domain)
    )`,
    // Sparse like the settings: login methods not listed here are allowed.
    `alter table realm add column authentication jsonb not null default '{}'`,
    // Personal settings of new accounts.
    `alter table realm add column user_defaults jsonb not null default '{}'`,
    // When a deactivated organization is deleted with all its data; null means never.
    `alter table realm add column deletion_at timestamptz`,
    // Organizations due for deletion, for the daily job.
    `create index realm_deletion on realm (deletion_at) where deletion_at is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
