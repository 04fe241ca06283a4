import { type Kysely, sql } from 'kysely'

/** Alert words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // A user has a word once, regardless of case: `folded` is the case-folded word, `id` the order of adding. The
    // primary key serves listing and removing words.
    `create table alert_word (
      user_id bigint not null references account,
      folded text not null,
      word text not null,
      id bigint not null generated always as identity,
      primary key (user_id, folded)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
