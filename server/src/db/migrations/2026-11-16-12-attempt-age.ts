import { type Kysely, sql } from 'kysely'

/** Finds old attempts, to delete them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index login_attempt_at on login_attempt (at)`.execute(db)
}
