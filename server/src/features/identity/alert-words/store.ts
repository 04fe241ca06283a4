import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

/** Serializes changes to one user's alert words, so that each event has the complete list. */
export async function lockWords(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('alert_word', ${userId}))`.execute(tx.db)
}

/** Adds words by their folded form. Existing words keep their spelling. */
export async function insertWords(tx: Tx, userId: number, words: ReadonlyMap<string, string>): Promise<void> {
  // Two array parameters, so the number of words is not limited by the number of parameters.
  await sql`
    insert into alert_word (user_id, folded, word)
    select ${userId}::bigint, folded, word
    from unnest(${[...words.keys()]}::text[], ${[...words.values()]}::text[]) with ordinality
      as new (folded, word, n)
    order by n
    on conflict (user_id, folded) do nothing`.execute(tx.db)
}

export async function deleteWords(tx: Tx, userId: number, folded: readonly string[]): Promise<void> {
  await sql`
    delete from alert_word
    where user_id = ${userId} and folded = any(${folded}::text[])`.execute(tx.db)
}

/** In the order they were added. */
export const wordsQuery = (db: Db, userId: number) =>
  db.selectFrom('alert_word').select('word').where('user_id', '=', userId).orderBy('id')

export async function wordsOf(db: Db, userId: number): Promise<string[]> {
  return (await wordsQuery(db, userId).execute()).map((row) => row.word)
}
