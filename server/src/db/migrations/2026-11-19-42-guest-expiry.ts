import { type Kysely, sql } from 'kysely'

/** Guest accounts that expire, and the date that an invitation gives them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table guest_expiry (
      user_id bigint primary key references account,
      realm_id bigint not null references realm,
      expires_at timestamptz not null,
      inviter_id bigint references account,
      warned_at timestamptz
    )`,
    // Those of an organization; those to warn or to deactivate.
    `create index guest_expiry_by_realm on guest_expiry (realm_id, user_id)`,
    `create index guest_expiry_due on guest_expiry (expires_at)`,
    `alter table invitation add column account_expires_at timestamptz`,
    `alter table invitation_link add column account_expires_at timestamptz`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
