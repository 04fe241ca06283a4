import { type Kysely, sql } from 'kysely'

/** Addresses for replies to notification emails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // No reference to the message: it would slow down deletions, and an address without its message posts nothing.
    `create table reply_address (
      id bigint primary key generated always as identity,
      realm_id bigint not null references realm,
      user_id bigint not null references account,
      message_id bigint not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`,
    // Expired addresses, which are deleted.
    `create index reply_address_expires on reply_address (expires_at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
