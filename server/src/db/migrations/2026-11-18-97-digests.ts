import { type Kysely, sql } from 'kysely'

/** When users got their last digest email. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table digest_email (
    user_id bigint primary key references account,
    sent_at timestamptz not null
  )`.execute(db)
}
