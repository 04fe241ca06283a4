import { type Kysely, sql } from 'kysely'

/** Keys that encrypt files and secrets, each encrypted with the master key, which is outside the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table data_key (
        purpose text not null,
        id text not null,
        wrapped text not null,
        master text not null,
        created_at timestamptz not null default now(),
        primary key (purpose, id)
      )`,
    )
    .execute(db)
}
