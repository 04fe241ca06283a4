import { sql } from 'kysely'
import { numberArray, textArray } from '../../../db/array-literals.ts'
import type { Db } from '../../../db/database.ts'
import { foldWord, keysOf, type SimilarKeys, wordLength } from './word-keys.ts'

/** Messages may be stored in another order than that of their IDs, so the newest ones are read twice. */
const readTwice = 2_000

/**
 * The message after which words of some organization have not been collected. Undefined if there are no organizations. Those without progress get it at
 * their first message; an import that deletes it meanwhile starts them anew the next time.
 */
export async function startCollecting(db: Db): Promise<number | undefined> {
  const hasProgress = sql`select from search_word_progress p where p.realm_id`
  await sql`
    insert into search_word_progress (realm_id, upto_message_id)
    select r.id, coalesce(oldest.id - 1, (select max(id) from message), 0)
    from realm r left join (
      select rc.realm_id, min(first.id) as id from recipient rc
      cross join lateral (select id from message where recipient_id = rc.id order by id limit 1) as first
      where not exists (${hasProgress} = rc.realm_id) group by rc.realm_id
    ) as oldest on oldest.realm_id = r.id
    where not exists (${hasProgress} = r.id)
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ upto: number | null }>`
    select min(upto_message_id) as upto from search_word_progress`.execute(db)
  const upto = rows[0]?.upto ?? undefined
  return upto === undefined ? undefined : upto - readTwice
}

export async function countWords(db: Db, realmId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from search_word where realm_id = ${realmId}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface UnknownWords {
  /** The last of the messages, or null if there are no more. */
  last: number | null
  /** By the ID of the organization. */
  words: Record<string, string[]>
}

/**
 * Words in the next messages that are not remembered yet. Reads messages of all organizations in the order of their IDs: an index for the messages of one
 * organization would cost at each send, and without it PostgreSQL could read all messages to find a few.
 */
export async function unknownWords(db: Db, after: number, messages: number): Promise<UnknownWords> {
  const { rows } = await sql<{ last: number | null; words: UnknownWords['words'] | null }>`
    with part as materialized (
      select id, realm_id, search from message where id > ${after} order by id limit ${messages}
    ), lexeme as (
      select distinct part.realm_id, ltrim(unnest(tsvector_to_array(search)), '@') as word
      from part join search_word_progress p on p.realm_id = part.realm_id
      where part.id > p.upto_message_id - ${readTwice}
    ), unknown as (
      select realm_id, json_agg(word) as words from lexeme l
      where length(word) between ${wordLength.min} and ${wordLength.max} and word !~ '[[:punct:]]|^[0-9]+$'
        and not exists (select from search_word w where w.realm_id = l.realm_id and w.word = l.word)
      group by realm_id
    )
    select (select max(id) from part) as last, (select json_object_agg(realm_id, words) from unknown) as words`.execute(
    db,
  )
  return { last: rows[0]?.last ?? null, words: rows[0]?.words ?? {} }
}

export async function storeWords(
  db: Db,
  realmId: number,
  words: readonly string[],
  now: Date,
): Promise<void> {
  const folded = words.map(foldWord)
  await sql`
    insert into search_word (realm_id, word, folded, keys, checked_at)
    select ${realmId}, word, folded, keys::integer[], ${now}
    from unnest(${textArray(words)}::text[], ${textArray(folded)}::text[],
      ${textArray(folded.map((word) => numberArray(keysOf(realmId, word))))}::text[]) as new (word, folded, keys)
    on conflict do nothing`.execute(db)
}

/** Remembers that the words of all messages up to this one were collected. */
export async function storeProgress(db: Db, upto: number): Promise<void> {
  await db
    .updateTable('search_word_progress')
    .set({ upto_message_id: upto })
    .where('upto_message_id', '<', upto)
    .execute()
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
