import { type Kysely, sql } from 'kysely'

/** Messages and notes that users saved for later, with reminders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // The item of a deleted message keeps its note and time.
    `create table later_item (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      user_id bigint not null references account,
      message_id bigint references message on delete set null,
      note text not null,
      remind_at timestamptz,
      reminded boolean not null default false,
      done_at timestamptz,
      created_at timestamptz not null
    )`,
    // Items of a user, and the item of a message.
    `create unique index later_item_message on later_item (user_id, message_id)`,
    // Due reminders.
    `create index later_item_due on later_item (remind_at) where not reminded and done_at is null`,
    // For deleting messages.
    `create index later_item_of_message on later_item (message_id) where message_id is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
