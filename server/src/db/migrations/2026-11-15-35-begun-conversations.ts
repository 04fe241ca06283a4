import { type Kysely, sql } from 'kysely'

/**
 * Whether anybody wrote in a conversation between people: it stays true when the messages are gone. Guests who may not
 * know everybody know those with whom they have one. Of conversations with bots nobody asks, so it is not noted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table recipient add column begun boolean not null default false`,
    `update recipient set begun = true
      where user_ids is not null and exists (select from message where message.recipient_id = recipient.id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
