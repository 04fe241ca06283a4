import { type Kysely, sql } from 'kysely'

/** Calls of outgoing webhooks that failed for good, so that they can be retried. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table failed_webhook_call (
      id bigint primary key generated always as identity,
      realm_id bigint not null references realm,
      bot_id bigint not null references account,
      message_id bigint not null,
      trigger text not null,
      reason text not null,
      failed_at timestamptz not null
    )`,
    // The newest failures of a bot, of which a limited number is kept.
    `create index failed_webhook_call_bot on failed_webhook_call (bot_id, id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
