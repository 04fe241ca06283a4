import { apiError } from '@loquat/contract'
import { type CompoundWord, splitCompounds } from './compound-words.ts'
import { gramsToFind, maxPrefixWordLength, runsIn, wordsIn } from './search-text.ts'

/** A parsed search. All parts must match. */
export interface SearchQuery {
  /** Text whose words are matched by stem. */
  words: string
  /** The last word, which may be a prefix. Empty if the query does not end in a word. */
  last: string
  /** Sequences of characters that must occur literally, ignoring case. */
  phrases: string[]
  /** Runs of scripts without spaces, matched as substrings. */
  runs: string[]
  /** Instead of the words, parts that match similar words too. */
  similar?: readonly SimilarPart[]
  /** Whether words may also be in files that a message links to. */
  inFiles?: boolean
  /** The index query for all parts, as the text of a `tsquery`, once it is analyzed. */
  indexed?: string
  /** The lexemes of the words, once they are analyzed. */
  lexemes?: QueryLexemes
  /** For each compound word, the text of the `tsquery` that finds it as a whole, once it is analyzed. */
  wholes?: readonly string[]
}

/** A word of a search, or several joined by punctuation, such as a path. */
export interface SimilarPart {
  /** As written, to be analyzed like any word. */
  exact: string
  /** The text of a `tsquery` for similar words; empty if there are none. */
  similar: string
}

export interface QueryLexemes {
  whole: ReadonlySet<string>
  prefixes: readonly string[]
}

/**
 * Limits for all search terms of a narrow together. Each phrase is compared with every message that matches
 * the words.
 */
export const maxSearch = { length: 1_000, words: 100, phrases: 10 }

function assertSize(text: string, phrases: readonly string[]): void {
  if (text.length > maxSearch.length) throw apiError('search-too-long', { max: maxSearch.length })
  if (phrases.length > maxSearch.phrases)
    throw apiError('search-phrases-too-many', { max: maxSearch.phrases })
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0
  if (words > maxSearch.words) throw apiError('search-words-too-many', { max: maxSearch.words })
}

export function parseSearch(text: string): SearchQuery {
  const quoted = [...text.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? '').filter((one) => one !== '')
  const phrases = [...new Map(quoted.map((one) => [one.toLowerCase(), one])).values()]
  assertSize(text, phrases)
  const words = wordsIn(text.replaceAll('"', ' ')).trimEnd()
  const last = /"\s*$/.test(text) ? '' : lastPrefix(words)
  return {
    words: words.slice(0, words.length - last.length),
    last,
    phrases,
    runs: [...new Set(runsIn(text))],
  }
}

/** The last word of a text if it may be a prefix. */
function lastPrefix(text: string): string {
  const word = /(?:^|\s)(\S*[\p{L}\p{N}])$/u.exec(text)?.[1] ?? ''
  return word.length >= 2 && word.length <= maxPrefixWordLength ? word : ''
}

/** The compound words of a query. Similar words are found by their parts in any case. */
export const compoundsOf = (query: SearchQuery): CompoundWord[] =>
  query.similar === undefined ? splitCompounds(query).compounds : []

/** The n-grams of runs that the index must contain. */
export const gramsOfQuery = ({ runs }: SearchQuery) => [...new Set(runs.flatMap(gramsToFind))]

/** Runs that may be absent although all their n-grams match. */
export const runsToRecheck = ({ runs }: SearchQuery) => runs.filter((run) => [...run].length > 2)
