import { type Kysely, sql } from 'kysely'

/** Which scheduled messages were sent, so that who comes too late to change one is told so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table delivered_schedule (
      id bigint primary key,
      sender_id bigint not null references account,
      delivered_at timestamptz not null
    )`.execute(db)
}
