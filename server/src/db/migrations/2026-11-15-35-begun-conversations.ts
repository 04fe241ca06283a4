import { type Kysely, sql } from 'kysely'

/**
 * Whether a direct conversation between people ever had a message; stays true when the messages are deleted. Guests
 * with limited visibility can see the users they have one with. Not recorded for conversations with bots, because
 * nothing depends on it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table recipient add column begun boolean not null default false`,
    `update recipient set begun = true
      where user_ids is not null and exists (select from message where message.recipient_id = recipient.id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
