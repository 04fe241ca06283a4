import { type Kysely, sql } from 'kysely'

/** Scheduled messages that were sent, so that a late change is rejected with the reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table delivered_schedule (
      id bigint primary key,
      sender_id bigint not null references account,
      delivered_at timestamptz not null
    )`.execute(db)
}
