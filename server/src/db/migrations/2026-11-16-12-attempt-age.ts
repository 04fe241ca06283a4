import { type Kysely, sql } from 'kysely'

/** Index for deleting old login attempts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index login_attempt_at on login_attempt (at)`.execute(db)
}
