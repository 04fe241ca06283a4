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

export function parseSearch(text: string): SearchQuery {
  const phrases = [...text.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? '').filter((one) => one !== '')
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
