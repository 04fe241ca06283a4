import { type Kysely, sql } from 'kysely'

/** Leases for work that only one process may do at a time. A lease expires unless its holder renews it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lease (
      name text primary key,
      holder text not null,
      expires_at timestamptz not null
    )`.execute(db)
}
