import { type Kysely, sql } from 'kysely'

/** The audit log: entries that are only appended, each authenticated together with the one before it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // The values are text, because jsonb would change the bytes that the code authenticates.
    `create table audit_entry (
      realm_id bigint not null references realm,
      seq bigint not null,
      at timestamptz not null,
      kind text not null,
      actor_id bigint,
      credential text not null,
      credential_id text not null,
      address text not null,
      target_type text,
      target_id bigint,
      target_name text not null,
      before text,
      after text,
      mac text not null,
      primary key (realm_id, seq)
    )`,
    // Its lock orders the entries of an organization.
    `create table audit_head (
      realm_id bigint primary key references realm,
      seq bigint not null,
      mac text not null,
      head_mac text not null
    )`,
    // Failed logins until the minute is over and becomes one entry.
    `create table audit_failed_login (
      realm_id bigint not null references realm,
      minute timestamptz not null,
      address text not null,
      user_id bigint not null,
      count integer not null,
      primary key (realm_id, minute, address, user_id)
    )`,
    // The last entry that each receiver outside has acknowledged.
    `create table audit_stream (
      destination text not null,
      realm_id bigint not null references realm,
      seq bigint not null,
      primary key (destination, realm_id)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
