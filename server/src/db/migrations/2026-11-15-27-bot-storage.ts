import { type Kysely, sql } from 'kysely'

/** Key-value storage of accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table bot_storage (
      user_id bigint not null references account,
      key text not null,
      value text not null,
      size integer not null generated always as (length(key) + length(value)) stored
    )`,
    // One value per key. Keys may be too long for an index.
    `create unique index bot_storage_key on bot_storage (user_id, md5(key))`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
