import { type Kysely, sql } from 'kysely'

/** The address that gets the audit log of an organization, and how far it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table audit_webhook (
      realm_id bigint primary key references realm,
      target jsonb not null,
      seq bigint not null,
      failures integer not null,
      problem text,
      next_attempt_at timestamptz not null
    )`,
    // For the job that calls those that are due.
    'create index audit_webhook_due on audit_webhook (next_attempt_at)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
