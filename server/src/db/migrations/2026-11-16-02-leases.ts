import { type Kysely, sql } from 'kysely'

/** Who is doing work that only one process may do at a time, and until when that holds if nothing is heard of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lease (
      name text primary key,
      holder text not null,
      expires_at timestamptz not null
    )`.execute(db)
}
