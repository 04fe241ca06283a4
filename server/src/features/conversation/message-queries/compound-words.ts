import { maxPrefixWordLength, writtenWord, writtenWords } from './search-text.ts'

/**
 * A word of a query with punctuation inside: an address, a path, an identifier, the name of a file. PostgreSQL's parser knows many kinds of them, each as
 * a whole, and `spring-2027` as a word and a negative number. So it is also found by its parts as written, where they are next to each other.
 */
export interface CompoundWord {
  text: string
  /** Words that the index has for it. */
  parts: string[]
  /** Whether the last part may be the beginning of a longer word. */
  isPrefix: boolean
}

/** Further ones match as PostgreSQL's parser takes them. Each is compared with messages that have its parts. */
const maxCompounds = 8

const hasPunctuationInside = /[\p{L}\p{M}\p{N}][^\p{L}\p{M}\p{N}]+[\p{L}\p{N}]/u
/** Not a part of the words that PostgreSQL's parser finds. */
const scheme = /^[a-z][a-z0-9+.-]*:\/\//i
const outerPunctuation = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu

/** The words of a query, as its parser splits them: with and without punctuation inside. */
export function splitCompounds({ words, last }: { words: string; last: string }): {
  compounds: CompoundWord[]
  /** All other words but the last. */
  simple: string[]
  /** Whether the last word is a compound. */
  isLastCompound: boolean
} {
  const compounds: CompoundWord[] = []
  const simple: string[] = []
  for (const word of words.split(/\s+/)) {
    const compound = compoundOf(word, false)
    if (compound !== undefined && compounds.length < maxCompounds) compounds.push(compound)
    else if (word !== '') simple.push(word)
  }
  const lastCompound = compounds.length < maxCompounds ? compoundOf(last, true) : undefined
  if (lastCompound !== undefined) compounds.push(lastCompound)
  return { compounds, simple, isLastCompound: lastCompound !== undefined }
}

function compoundOf(word: string, isPrefix: boolean): CompoundWord | undefined {
  const text = word.replace(outerPunctuation, '').replace(scheme, '')
  if (text.length > maxPrefixWordLength * 5 || !hasPunctuationInside.test(text)) return undefined
  const parts = writtenWords(text)
  return parts.length === 0 ? undefined : { text, parts: [...new Set(parts)], isPrefix }
}

/** A pattern for PostgreSQL, to leave out the hosts of email addresses, which are found as a whole; undefined if it cannot be a host. */
export const outsideEmails = ({ text }: CompoundWord): string | undefined =>
  /^[\p{L}\p{N}.-]+$/u.test(text) ? `(?<![a-z0-9]@)${text.toLowerCase().replace(/[.-]/g, '\\$&')}` : undefined

/** The text of a `tsquery` for the parts, whose lexemes are as written. */
export function partsQuery({ text, parts, isPrefix }: CompoundWord): string {
  const end = text.toLowerCase()
  return parts.map((part) => `'${part}'${isPrefix && end.endsWith(part) ? ':*' : ''}`).join(' & ')
}

/** The occurrences of compounds in a written word, to highlight them. */
export function occurrencesIn(word: string, compounds: readonly CompoundWord[]): string[] {
  const lower = word.toLowerCase()
  // A few letters have more characters in lower case, so positions differ.
  if (lower.length !== word.length) return []
  return compounds.flatMap(({ text, isPrefix }) => {
    const at = lower.indexOf(text.toLowerCase())
    if (at < 0) return []
    const end = at + text.length
    const rest = isPrefix ? (/^[\p{L}\p{M}\p{N}]*/u.exec(word.slice(end))?.[0] ?? '') : ''
    return [word.slice(at, end) + rest]
  })
}

/** The parts of a written word that has punctuation inside. */
export const partsOfWritten = (word: string): string[] =>
  hasPunctuationInside.test(word) ? (word.match(writtenWord) ?? []) : []
