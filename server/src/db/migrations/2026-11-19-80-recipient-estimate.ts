import { type Kysely, sql } from 'kysely'

/**
 * PostgreSQL plans a fetch as if conversations had many messages, also where most have few. Otherwise it reads all messages of a busy channel and
 * sorts them, because it expects fewer than the limit. The number is what it assumes without statistics.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    'alter table message alter column recipient_id set (n_distinct = 200)',
    // Takes effect with the next statistics. Those of an empty table would only mislead.
    'do $$ begin if exists (select from message) then analyze message (recipient_id); end if; end $$',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
