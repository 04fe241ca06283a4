import { type Kysely, sql } from 'kysely'

/** Muted users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table muted_user (
      user_id bigint not null references account,
      muted_user_id bigint not null references account,
      muted_at timestamptz not null,
      primary key (user_id, muted_user_id)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
