import { type Kysely, sql } from 'kysely'

/** Message properties for searches and narrows: content types and wildcard mentions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // channel_wildcard: every recipient counts as mentioned. An edit never removes it.
    `alter table message
      add column has_link boolean not null default false,
      add column has_image boolean not null default false,
      add column has_attachment boolean not null default false,
      add column channel_wildcard boolean not null default false`,
    // Wildcard mentions, which have no row per reader.
    `create index message_wildcard on message (recipient_id, id) where channel_wildcard`,
    // A reader's mentions and alert words; the bits are in flag-bits.ts.
    `create index message_flag_mentioned on message_flag (user_id, message_id) where flags & 120 <> 0`,
    `create index message_flag_alerted on message_flag (user_id, message_id) where flags & 128 <> 0`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
