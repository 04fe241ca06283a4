import { type Kysely, sql } from 'kysely'

/** On which history of the database each log was last known to be whole; see docs/subsystems/event-log.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table log_epoch (
      realm_id bigint primary key references realm on delete cascade,
      epoch text not null
    )`.execute(db)
}
