import { type Kysely, sql } from 'kysely'

/** Outgoing webhook bots that are to be called, and what their owners were told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Without a reference to the message: deleting messages must not become slower, and a call without one is dropped.
    `create table webhook_call (
      id bigint primary key generated always as identity,
      realm_id bigint not null references realm,
      bot_id bigint not null references account,
      message_id bigint not null,
      trigger text not null,
      attempts integer not null default 0,
      due_at timestamptz not null
    )`,
    // Which bots have calls that are due, and the oldest of them.
    `create index webhook_call_due on webhook_call (bot_id, due_at)`,
    `alter table bot_service add told_failures text[] not null default '{}'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
