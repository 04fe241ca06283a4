import { type Kysely, sql } from 'kysely'

/** Read-only previews of organizations on other servers, and how far they are followed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // URL of the server whose organization this one previews. While it is set, users cannot change anything.
    'alter table realm add column preview_of text',
    `create table followed_account (
      realm_id bigint not null references realm,
      email text not null,
      key jsonb not null,
      queue_id text,
      last_event_id bigint not null default -1,
      last_message_id bigint not null,
      primary key (realm_id, email)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
