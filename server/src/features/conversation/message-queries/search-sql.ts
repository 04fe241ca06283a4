import { type RawBuilder, sql } from 'kysely'
import { textArray } from '../../../db/array-literals.ts'
import { fileHolds } from '../file-texts/file-text-sql.ts'
import { gramsOfQuery, runsToRecheck, type SearchQuery } from './search-query.ts'

type Sql = RawBuilder<unknown>

/** Size of an ID block. A search first scans the blocks near its anchor. */
export const idBlockSize = sql.raw('32768')

/**
 * The value of `message.search`, from the result of `searchText` (n-grams joined by spaces) and the message
 * ID, whose block is indexed. Has no positions, because no query uses them.
 */
export const vectorSql = (words: Sql, grams: Sql, id: Sql): Sql =>
  sql`(strip(to_tsvector('english', ${words})) || array_to_tsvector(string_to_array(${grams}, ' ') || ('#' || ${id} / ${idBlockSize})))`

/** The block of an ID. */
export const blockOf = (id: Sql): Sql => sql`(${id} / ${idBlockSize})`

/** Whether a message m is in the block of an ID, the result of a subquery, or in the next block in that direction. */
export const isNearSql = (id: Sql, descending: boolean): RawBuilder<boolean> => sql`(m.search @@ (
  select format($$'#%s' | '#%s'$$, block, block + ${sql.raw(descending ? '-1' : '1')})::tsquery
  from (select (${id}) / ${idBlockSize} as block offset 0) as here))`

const stemsOf = (text: string) => sql`plainto_tsquery('english', ${text}::text)`

/** Lexemes that match the index literally, as texts of a `tsquery`. */
export const lexemes = (list: readonly string[], after = '') =>
  list.map((one) => `'${one.replace(/['\\]/g, '$&$&')}'${after}`)

/** Ignores a common word, also as a prefix. */
const lastSql = (last: string) => sql`
  (case when numnode(${stemsOf(last)}) = 0 then ''::tsquery
    else ${stemsOf(last)} || ${lexemes([last.toLowerCase()], ':*').join()}::text::tsquery end)`

/** All required lexemes. A query with only common words is empty and matches nothing. */
const querySql = (query: SearchQuery) => sql`(
  ${wordsSql(query)} && ${lexemes(gramsOfQuery(query)).join(' & ')}::text::tsquery)`

/** The required lexemes of words, without those of runs. */
function wordsSql({ words, last, similar }: SearchQuery): Sql {
  if (similar === undefined) return sql`(${stemsOf(words)} && ${lastOrNothing(last)})`
  const parts = similar.map((part) => sql`(${stemsOf(part.exact)} || ${part.similar}::text::tsquery)`)
  return sql`(${sql.join([sql`''::tsquery`, ...parts], sql` && `)})`
}

const holds = (text: string, inFiles = false) => sql<boolean>`
  (strpos(lower(m.content), lower(${text})) > 0 or (m.is_channel and strpos(lower(m.topic), lower(${text})) > 0)
  or ${inFiles ? fileHolds(text) : sql`false`})`

const showsRun = (run: string, inFiles = false) => sql<boolean>`
  (strpos(m.rendered_content, ${run}) > 0 or strpos(m.topic, ${run}) > 0 or ${inFiles ? fileHolds(run) : sql`false`})`

/** Whether a message with the alias m matches. */
export function searchSql(query: SearchQuery): RawBuilder<boolean> {
  const rechecks = [
    ...query.phrases.map((phrase) => holds(phrase, query.inFiles)),
    ...runsToRecheck(query).map((run) => showsRun(run, query.inFiles)),
  ]
  const indexed = query.indexed === undefined ? querySql(query) : indexedSql(query.indexed, query.isHidden)
  return sql<boolean>`(${sql.join([sql`m.search @@ ${indexed}`, ...rechecks], sql` and `)})`
}

const indexedSql = (indexed: string, isHidden = false) =>
  isHidden ? sql`(select ${indexed}::tsquery)` : sql`${indexed}::tsquery`

/** The index query of a search, and the lexemes of its words alone, both as text. */
export const lexemesSql = (query: SearchQuery): RawBuilder<{ indexed: string; shown: string }> => sql`
  select ${querySql(query)}::text as indexed, ${wordsSql(query)}::text as shown`

/** The tokens of each word, numbered from 1, with their lexemes. */
export const wordLexemesSql = (
  words: readonly string[],
): RawBuilder<{ n: number; token: string; lexemes: string[] }> =>
  // Token types by number: those that are not indexed (blanks, tags, protocols, entities), and those that are stemmed.
  sql`
    select n::integer, token, array_remove(case
      when octet_length(token) > 1000 then '{}'
      when kind in (1, 2, 10, 11, 16, 17) then nullif(ts_lexize('english_stem', token), '{}') || lower(token)
      else array[lower(token)] end, null) as lexemes
    from unnest(${textArray(words)}::text[]) with ordinality as word (text, n), ts_parse('default', text) as parsed (kind, token)
    where kind not in (12, 13, 14, 23)`

const lastOrNothing = (last: string) => (last === '' ? sql`''::tsquery` : lastSql(last))
