import { sql } from 'kysely'
import { numberArray, textArray } from '../../../db/array-literals.ts'
import type { Db } from '../../../db/database.ts'
import { foldWord, keysOf, type SimilarKeys, wordLength } from './word-keys.ts'

export interface Backlog {
  realmId: number
  upto: number
}

/** Messages may be stored in another order than that of their IDs, so the newest ones are read twice. */
const readTwice = 2_000

/** Organizations with messages whose words have not been collected, and where to start. */
export async function realmsWithNewMessages(db: Db): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select r.id as "realmId", greatest(0, coalesce(p.upto_message_id, 0) - ${readTwice}) as upto
    from realm r left join search_word_progress p on p.realm_id = r.id
    where (select max(m.id) from message m where m.realm_id = r.id) > coalesce(p.upto_message_id, 0)
    order by r.id`.execute(db)
  return rows
}

export async function countWords(db: Db, realmId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from search_word where realm_id = ${realmId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Words in the next messages that are not remembered yet, and the last of these messages. */
export async function unknownWords(
  db: Db,
  { realmId, upto }: Backlog,
  messages: number,
): Promise<{ last: number | null; words: string[] }> {
  const { rows } = await sql<{ last: number | null; words: string[] | null }>`
    with part as materialized (
      select id, search from message where realm_id = ${realmId} and id > ${upto} order by id limit ${messages}
    ), lexeme as (
      select distinct ltrim(unnest(tsvector_to_array(search)), '@') as word from part
    )
    select (select max(id) from part) as last, (
      select array_agg(word) from lexeme l
      where length(word) between ${wordLength.min} and ${wordLength.max} and word !~ '[[:punct:]]|^[0-9]+$'
        and not exists (select from search_word w where w.realm_id = ${realmId} and w.word = l.word)
    ) as words`.execute(db)
  return { last: rows[0]?.last ?? null, words: rows[0]?.words ?? [] }
}

/** Remembers words, and how far they were collected. */
export async function storeWords(
  db: Db,
  { realmId, upto }: Backlog,
  words: readonly string[],
  now: Date,
): Promise<void> {
  const folded = words.map(foldWord)
  await sql`
    with added as (
      insert into search_word (realm_id, word, folded, keys, checked_at)
      select ${realmId}, word, folded, keys::integer[], ${now}
      from unnest(${textArray(words)}::text[], ${textArray(folded)}::text[],
        ${textArray(folded.map((word) => numberArray(keysOf(realmId, word))))}::text[]) as new (word, folded, keys)
      on conflict do nothing
    )
    insert into search_word_progress (realm_id, upto_message_id) values (${realmId}, ${upto})
    on conflict (realm_id) do update set upto_message_id = excluded.upto_message_id`.execute(db)
}

/** Collects words of all messages again, in case some were added below the newest one. */
export async function collectAgain(db: Db, realmId: number): Promise<void> {
  await db.deleteFrom('search_word_progress').where('realm_id', '=', realmId).execute()
}

/** Checks the words that were not checked for the longest time, and forgets those that no message has any more. */
export async function checkWords(db: Db, before: Date, now: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with oldest as materialized (
      select realm_id, word from search_word where checked_at < ${before} order by checked_at limit ${limit}
    ), used as materialized (
      select o.realm_id, o.word, exists (
        select from message m
        where m.realm_id = o.realm_id and m.search @@ (quote_literal(o.word) || ' | ' || quote_literal('@' || o.word))::tsquery
      ) as is_used
      from oldest o
    ), gone as (
      delete from search_word w using used u where w.realm_id = u.realm_id and w.word = u.word and not u.is_used
    ), kept as (
      update search_word w set checked_at = ${now} from used u
      where w.realm_id = u.realm_id and w.word = u.word and u.is_used
    )
    select count(*) from oldest`.execute(db)
  return rows[0]?.count ?? 0
}

export interface RememberedWord {
  word: string
  folded: string
}

/** Words that may be similar to one, to be compared with it. */
export async function wordsWithKeys(
  db: Db,
  realmId: number,
  { typo, inside, firstHalf, secondHalf, beginnings }: SimilarKeys,
  limit: number,
): Promise<RememberedWord[]> {
  const withAll = (keys: readonly number[]) =>
    keys.length === 0 ? sql`false` : sql`keys @> ${numberArray(keys)}::integer[]`
  const { rows } = await sql<RememberedWord>`
    (select word, folded from search_word
      where realm_id = ${realmId} and folded = any(${textArray(beginnings)}::text[]) limit ${limit})
    union
    (select word, folded from search_word where realm_id = ${realmId} and keys && ${numberArray(typo)}::integer[] limit ${limit})
    union
    (select word, folded from search_word
      where realm_id = ${realmId} and (${withAll(inside)} or ${withAll(firstHalf)} or ${withAll(secondHalf)}) limit ${limit})`.execute(
    db,
  )
  return rows
}
