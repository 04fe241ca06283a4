import { type Kysely, sql } from 'kysely'

/** The last change of users and groups as identity providers see them. Null if there was none since their creation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add modified_at timestamptz`.execute(db)
  await sql`alter table user_group add modified_at timestamptz`.execute(db)
}
