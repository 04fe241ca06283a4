import { type Kysely, sql } from 'kysely'

/** What a message is found by besides its place: what its text holds, and whom it addresses as a whole. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // channel_wildcard: every recipient counts as mentioned. It is never taken back by an edit.
    `alter table message
      add column has_link boolean not null default false,
      add column has_image boolean not null default false,
      add column has_attachment boolean not null default false,
      add column channel_wildcard boolean not null default false`,
    // Mentions of everyone in a place, which have no row per reader.
    `create index message_wildcard on message (recipient_id, id) where channel_wildcard`,
    // Mentions and alert words of a reader; the bits are in flag-bits.ts.
    `create index message_flag_mentioned on message_flag (user_id, message_id) where flags & 120 <> 0`,
    `create index message_flag_alerted on message_flag (user_id, message_id) where flags & 128 <> 0`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
