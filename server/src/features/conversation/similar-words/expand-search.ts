import type { Db } from '../../../db/database.ts'
import type { SearchQuery, SimilarPart } from '../message-queries/search-query.ts'
import { lexemes } from '../message-queries/search-sql.ts'
import { commonWords } from '../message-queries/search-text.ts'
import { similarWords } from './similar-words.ts'

/** Words of a search with similar ones. Any further ones match by their beginning only. */
const maxExpanded = 8

/** A search that also matches similar words, and the parts of addresses, paths and identifiers. Phrases and runs stay as they are. */
export async function withSimilarWords(db: Db, realmId: number, query: SearchQuery): Promise<SearchQuery> {
  const found = new Map<string, string[]>()
  const written = `${query.words}${query.last}`.split(/\s+/).map(withoutPunctuation)
  const wholes = [...new Set(written)].filter((whole) => whole !== '')
  for (const word of new Set(wholes.flatMap(wordsOf))) {
    found.set(word, found.size < maxExpanded ? await similarWords(db, realmId, word) : [])
  }
  const similar = wholes.map((whole): SimilarPart => ({ exact: whole, similar: queryTextOf(whole, found) }))
  return { ...query, similar }
}

const withoutPunctuation = (text: string) => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '')

/** The words in a text, as the index contains them. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]{3,100}/gu) ?? []).filter((word) => !commonWords.has(word))

/** The text of a `tsquery`: each word by its beginning, or a similar one. */
function queryTextOf(whole: string, found: ReadonlyMap<string, readonly string[]>): string {
  const all = wordsOf(whole).map(
    (word) => `(${[...lexemes([word], ':*'), ...lexemes(found.get(word) ?? [])].join(' | ')})`,
  )
  const version = /^v?(\d+(?:\.\d+)+)$/i.exec(whole)?.[1]
  const versions = version === undefined ? [] : lexemes([version, `v${version}`], ':*')
  return [...(all.length > 0 ? [all.join(' & ')] : []), ...versions].join(' | ')
}
