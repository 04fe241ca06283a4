import { type RawBuilder, sql } from 'kysely'
import { textArray } from '../../../db/array-literals.ts'
import { fileHolds, fileIsNamed } from '../file-texts/file-text-sql.ts'
import { type CompoundWord, outsideEmails, partsQuery, splitCompounds } from './compound-words.ts'
import { compoundsOf, gramsOfQuery, runsToRecheck, type SearchQuery } from './search-query.ts'
import { writtenWords } from './search-text.ts'
import type { StatementValues } from './values-sql.ts'

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

/** Whether a message m is in the block of an ID, the result of a subquery, or in the next blocks in that direction. */
export const isNearSql = (id: Sql, descending: boolean, blocks = 2): RawBuilder<boolean> => sql`(m.search @@ (
  select string_agg(format($$'#%s'$$, block ${sql.raw(descending ? '-' : '+')} n), ' | ')::tsquery
  from (select (${id}) / ${idBlockSize} as block offset 0) as here, generate_series(0, ${sql.raw(String(blocks - 1))}) as n))`

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

/** The required lexemes of words, without those of runs. Parts of compound words are not highlighted where they are apart. */
function wordsSql(query: SearchQuery, withParts = true): Sql {
  const { last, similar } = query
  if (similar === undefined) {
    const { compounds, simple, isLastCompound } = splitCompounds(query)
    const found = compounds.map((one) =>
      withParts ? sql`(${wholeSql(one)} || ${partsQuery(one)}::text::tsquery)` : wholeSql(one),
    )
    const written = simple.map(simpleSql)
    return sql`(${sql.join([...written, ...found, lastOrNothing(isLastCompound ? '' : last)], sql` && `)})`
  }
  const parts = similar.map((part) => sql`(${stemsOf(part.exact)} || ${part.similar}::text::tsquery)`)
  return sql`(${sql.join([sql`''::tsquery`, ...parts], sql` && `)})`
}

/** A word by its stem, or as it is written in an address, a path or an identifier, whose parts have no stems. */
function simpleSql(word: string): Sql {
  const written = lexemes(writtenWords(word)).join(' & ')
  if (written === '') return stemsOf(word)
  return sql`(case when numnode(${stemsOf(word)}) = 0 or ${stemsOf(word)}::text = ${written}::text then ${stemsOf(word)}
    else ${stemsOf(word)} || ${written}::text::tsquery end)`
}

/** A compound word as PostgreSQL's parser takes it. */
const wholeSql = ({ text, isPrefix }: CompoundWord) => (isPrefix ? lastOrNothing(text) : stemsOf(text))

/** Whether a message has a compound word as a whole, or its parts next to each other. */
const holdsCompound = ({ wholes, inFiles }: SearchQuery, compound: CompoundWord, n: number) => {
  const whole = wholes?.[n]
  const pattern = outsideEmails(compound)
  const isOutside =
    pattern === undefined ? sql`true` : sql`(lower(m.content) ~ ${pattern} or lower(m.topic) ~ ${pattern})`
  return sql<boolean>`(m.search @@ ${whole === undefined ? wholeSql(compound) : sql`${whole}::tsquery`}
    or (${holds(compound.text, inFiles)} and ${isOutside}) or ${inFiles ? fileIsNamed(compound.text) : sql`false`})`
}

/**
 * Whether a message contains a text, ignoring case. Lower case takes longer than the comparison, so it is not computed for topics that are too short:
 * a character in lower case never comes from less than a byte. The text in lower case is computed once.
 */
const holds = (text: string, inFiles = false) => sql<boolean>`
  (strpos(lower(m.content), ${lowerOf(text)}) > 0
  or (m.is_channel and octet_length(m.topic) >= ${[...text].length} and strpos(lower(m.topic), ${lowerOf(text)}) > 0)
  or ${inFiles ? fileHolds(text) : sql`false`})`

const lowerOf = (text: string) => sql`(select lower(${text}::text))`

const showsRun = (run: string, inFiles = false) => sql<boolean>`
  (strpos(m.rendered_content, ${run}) > 0 or strpos(m.topic, ${run}) > 0 or ${inFiles ? fileHolds(run) : sql`false`})`

/** Whether a message with the alias m matches. */
export const searchSql = (query: SearchQuery, values: StatementValues): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([hasWordsSql(query, values), ...rechecksSql(query)], sql` and `)})`

/** Whether it has the words: the part that the index knows. */
export function hasWordsSql(query: SearchQuery, values: StatementValues): RawBuilder<boolean> {
  const indexed = query.indexed === undefined ? querySql(query) : values.words(query.indexed)
  return sql<boolean>`m.search @@ ${indexed}`
}

/** Conditions that need the text of the message. */
export const rechecksSql = (query: SearchQuery): RawBuilder<boolean>[] => [
  ...query.phrases.map((phrase) => holds(phrase, query.inFiles)),
  ...runsToRecheck(query).map((run) => showsRun(run, query.inFiles)),
  ...compoundsOf(query).map((one, n) => holdsCompound(query, one, n)),
]

/** The index query of a search, the lexemes of its words alone, and those of compound words as a whole, all as text. */
export const lexemesSql = (
  query: SearchQuery,
): RawBuilder<{ indexed: string; shown: string; wholes: string[] }> => {
  const wholes = compoundsOf(query).map((one) => sql`${wholeSql(one)}::text`)
  return sql`
    select ${querySql(query)}::text as indexed, ${wordsSql(query, false)}::text as shown, array[${sql.join(wholes)}]::text[] as wholes`
}

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
