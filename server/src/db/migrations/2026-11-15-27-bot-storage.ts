import { type Kysely, sql } from 'kysely'

/** Texts that accounts keep here for themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table bot_storage (
      user_id bigint not null references account,
      key text not null,
      value text not null,
      size integer not null generated always as (length(key) + length(value)) stored
    )`,
    // One value per key. Keys may be longer than an index takes.
    `create unique index bot_storage_key on bot_storage (user_id, md5(key))`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
