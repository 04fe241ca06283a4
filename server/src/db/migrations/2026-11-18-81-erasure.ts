import { type Kysely, sql } from 'kysely'

/** Erasing a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // The row stays: an erased account cannot be reactivated. The identity is needed until everything is rewritten.
    `create table erasure (
      user_id bigint primary key references account,
      realm_id bigint not null references realm,
      messages text not null,
      requester_id bigint,
      requested_at timestamptz not null,
      finished_at timestamptz,
      identity jsonb,
      step text not null,
      position bigint not null default 0,
      total bigint not null default 0
    )`,
    // Finds erasures to continue.
    'create index erasure_pending on erasure (requested_at) where finished_at is null',
    // Authenticates an entry whose personal values were removed.
    'alter table audit_entry add column redaction_mac text',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
