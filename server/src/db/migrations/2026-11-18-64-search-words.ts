import { type Kysely, sql } from 'kysely'

/** The words of each organization, to find similar ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // `keys` are hashes of parts of the word: see docs/subsystems/search.md.
    `create table search_word (
      realm_id bigint not null references realm,
      word text not null,
      folded text not null,
      keys integer[] not null,
      checked_at timestamptz not null,
      primary key (realm_id, word)
    )`,
    // Words that share parts with a misspelled one.
    `create index search_word_keys on search_word using gin (keys)`,
    // The same word with other accents, and words that begin a longer one.
    `create index search_word_folded on search_word (realm_id, folded)`,
    // Words to check, longest unchecked first.
    `create index search_word_checked on search_word (checked_at)`,
    `create table search_word_progress (
      realm_id bigint primary key references realm,
      upto_message_id bigint not null
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
