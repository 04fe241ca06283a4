import { type Kysely, sql } from 'kysely'

/** Submessages: polls, to-do lists, and the votes and changes that people make in them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // The ID is allocated before the message is stored, because the message's event contains both IDs.
    `create sequence submessage_id as bigint cache 1`,
    `create table submessage (
      id bigint primary key default nextval('submessage_id'),
      message_id bigint not null references message on delete cascade,
      sender_id bigint not null references account,
      msg_type text not null,
      content text not null
    )`,
    `create index submessage_message on submessage (message_id, id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
