import { type Kysely, sql } from 'kysely'

/** The database history on which each log was last known to be complete; see docs/subsystems/event-log.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table log_epoch (
      realm_id bigint primary key references realm on delete cascade,
      epoch text not null
    )`.execute(db)
}
