import { type Kysely, sql } from 'kysely'

/** Alert words: what people want to be alerted to in messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // A person has a word once, whatever its case: folded is the word without it, id the order of adding.
    // The key serves the words of a person, and removing some of them.
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
