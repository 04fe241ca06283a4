import { type Kysely, sql } from 'kysely'

/** Pending calls of outgoing webhook bots, and failures reported to their owners. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // No reference to the message: it would slow down deletions, and a call without its message is dropped.
    `create table webhook_call (
      id bigint primary key generated always as identity,
      realm_id bigint not null references realm,
      bot_id bigint not null references account,
      message_id bigint not null,
      trigger text not null,
      attempts integer not null default 0,
      due_at timestamptz not null
    )`,
    // Bots with due calls, and the oldest of them.
    `create index webhook_call_due on webhook_call (bot_id, due_at)`,
    `alter table bot_service add told_failures text[] not null default '{}'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
