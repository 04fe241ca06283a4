import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import type { Marks } from './highlight.ts'
import { gramsOfQuery, runsToRecheck, type SearchQuery } from './search-query.ts'
import { textOfHtml, wordsIn } from './search-text.ts'

type Sql = RawBuilder<unknown>

/** Size of an ID block. A search first scans the blocks near its anchor. */
const idBlockSize = 32_768

/**
 * The value of `message.search`, from the result of `searchText` (n-grams joined by spaces) and the message
 * ID, whose block is indexed. Has no positions, because no query uses them.
 */
export const vectorSql = (words: Sql, grams: Sql, id: Sql): Sql =>
  sql`(strip(to_tsvector('english', ${words})) || array_to_tsvector(string_to_array(${grams}, ' ') || ('#' || ${id} / ${sql.raw(String(idBlockSize))})))`

/** Whether a message m is in the block of an ID or the next block in that direction. */
export function isNearSql(id: number, descending: boolean): RawBuilder<boolean> {
  const here = Math.floor(id / idBlockSize)
  return sql`(m.search @@ ${lexemes([`#${here}`, `#${here + (descending ? -1 : 1)}`]).join(' | ')}::text::tsquery)`
}

const stemsOf = (text: string) => sql`plainto_tsquery('english', ${text}::text)`

/** Lexemes that match the index literally. */
const lexemes = (list: readonly string[], after = '') =>
  list.map((one) => `'${one.replace(/['\\]/g, '$&$&')}'${after}`)

/** Ignores a common word, also as a prefix. */
const lastSql = (last: string) => sql`
  (case when numnode(${stemsOf(last)}) = 0 then ''::tsquery
    else ${stemsOf(last)} || ${lexemes([last.toLowerCase()], ':*').join()}::text::tsquery end)`

/** All required lexemes. A query with only common words is empty and matches nothing. */
const querySql = (query: SearchQuery) => sql`(
  ${stemsOf(query.words)} && ${query.last === '' ? sql`''::tsquery` : lastSql(query.last)}
  && ${lexemes(gramsOfQuery(query)).join(' & ')}::text::tsquery)`

const holds = (text: string) => sql<boolean>`
  (strpos(lower(m.content), lower(${text})) > 0 or (m.is_channel and strpos(lower(m.topic), lower(${text})) > 0))`

const showsRun = (run: string) =>
  sql<boolean>`(strpos(m.rendered_content, ${run}) > 0 or strpos(m.topic, ${run}) > 0)`

/** Whether a message with the alias m matches. */
export function searchSql(query: SearchQuery): RawBuilder<boolean> {
  const rechecks = [...query.phrases.map(holds), ...runsToRecheck(query).map(showsRun)]
  return sql<boolean>`(${sql.join([sql`m.search @@ ${querySql(query)}`, ...rechecks], sql` and `)})`
}

/** For each message, the words to highlight, as spelled in the message. */
export async function marksIn(
  db: Db,
  query: SearchQuery,
  messages: readonly { topic: string; rendered_content: string }[],
): Promise<Marks[]> {
  const found = Map.groupBy(await wordsFound(db, query, messages), (row) => row.n)
  return messages.map((_, n) => ({
    words: (found.get(n + 1) ?? []).map((row) => row.token),
    runs: query.runs,
  }))
}

async function wordsFound(
  db: Db,
  query: SearchQuery,
  messages: readonly { topic: string; rendered_content: string }[],
): Promise<{ n: number; token: string }[]> {
  const likely = likelyWords(`${query.words} ${query.last}`)
  if (likely === undefined) return []
  const texts = messages.map((one) =>
    wordsIn(`${one.topic}\n${textOfHtml(one.rendered_content)}`)
      .split(/\s+/)
      .filter((word) => likely.test(word))
      .join(' '),
  )
  // Token types by number: those not indexed (blanks, tags, protocols, entities) and those stemmed.
  const statement = sql<{ n: number; token: string }>`
    with query as (
      select replace((${stemsOf(query.words)} && ${lastOrNothing(query.last)})::text, '&', '|')::tsquery as any_of)
    select distinct n, token from query,
      unnest(${texts}::text[]) with ordinality as message (text, n),
      ts_parse('default', text) as parsed (kind, token)
      cross join lateral (select case
        when octet_length(token) > 1000 then null
        when kind in (1, 2, 10, 11, 16, 17) then nullif(ts_lexize('english_stem', token), '{}') || lower(token)
        else array[lower(token)] end as lexemes) as normal
    where kind not in (12, 13, 14, 23) and array_to_tsvector(array_remove(lexemes, null)) @@ any_of`
  const { rows } = await prepared(statement).execute(db)
  return rows
}

/** A pattern for words with the same first letter as a stem; most words need no closer look. */
function likelyWords(text: string): RegExp | undefined {
  const initials = new Set(
    [...text.matchAll(/(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}]/gu)].map(([initial]) => initial),
  )
  if (initials.size === 0) return undefined
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])[${[...initials].join('')}]`, 'iu')
}

const lastOrNothing = (last: string) => (last === '' ? sql`''::tsquery` : lastSql(last))
