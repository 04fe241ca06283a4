import { refuse } from '@loquat/contract'
import { gramsToFind, longestWord, runsIn, wordsIn } from './search-text.ts'

/** What somebody looks for. All of it must be found. */
export interface SearchQuery {
  /** Text whose words are looked for by their stems. */
  words: string
  /** The last word, which may be the beginning of one. Empty when the query does not end in a word. */
  last: string
  /** Sequences of characters that must occur as they are, whatever their case. */
  phrases: string[]
  /** Runs of scripts without spaces, found as pieces of longer ones. */
  runs: string[]
}

/** Limits for all search terms of a narrow together. Each phrase is compared with every message that has the words. */
export const maxSearch = { length: 1_000, words: 100, phrases: 10 }

function assertSize(text: string, phrases: readonly string[]): void {
  const refuseMoreThan = (max: number, what: string) =>
    refuse('BadRequest', `narrow: a search must have at most ${max} ${what}.`)
  if (text.length > maxSearch.length) throw refuseMoreThan(maxSearch.length, 'characters')
  if (phrases.length > maxSearch.phrases) throw refuseMoreThan(maxSearch.phrases, 'quoted phrases')
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0
  if (words > maxSearch.words) throw refuseMoreThan(maxSearch.words, 'words')
}

export function parseSearch(text: string): SearchQuery {
  const quoted = [...text.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? '').filter((one) => one !== '')
  const phrases = [...new Map(quoted.map((one) => [one.toLowerCase(), one])).values()]
  assertSize(text, phrases)
  const words = wordsIn(text.replaceAll('"', ' ')).trimEnd()
  const last = /"\s*$/.test(text) ? '' : beginning(words)
  return {
    words: words.slice(0, words.length - last.length),
    last,
    phrases,
    runs: [...new Set(runsIn(text))],
  }
}

/** The last word of a text where it may stand for a longer one. */
function beginning(text: string): string {
  const word = /(?:^|\s)(\S*[\p{L}\p{N}])$/u.exec(text)?.[1] ?? ''
  return word.length >= 2 && word.length <= longestWord ? word : ''
}

/** The pieces of runs that the index must have. */
export const gramsOfQuery = ({ runs }: SearchQuery) => [...new Set(runs.flatMap(gramsToFind))]

/** The runs of which having all pieces does not mean having the whole. */
export const runsToRecheck = ({ runs }: SearchQuery) => runs.filter((run) => [...run].length > 2)
