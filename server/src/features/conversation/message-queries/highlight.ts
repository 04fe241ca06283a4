import { isTag, piecesOf, shownCharacters } from './search-text.ts'

/**
 * Texts to highlight in one message: whole words as spelled there, and runs of scripts without spaces
 * anywhere.
 */
interface Marks {
  words: readonly string[]
  runs: readonly string[]
}

const wrap = (text: string) => `<span class="highlight">${text}</span>`

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

interface Match {
  from: number
  to: number
}

/** Finds the texts to highlight, in their order and without overlaps. */
export type Matcher = (text: string) => Match[]

/** A matcher of marks; undefined if there are none. Compiling a regular expression for each search took longer than all of this. */
export function matcherOf({ words, runs }: Marks): Matcher | undefined {
  // Longest first, so that a whole URL wins over the host name in it.
  const longestFirst = (list: readonly string[]) =>
    list.filter((one) => one !== '').sort((a, b) => b.length - a.length)
  const wholes = longestFirst(words).map((text) => ({ text, isWhole: true }))
  const targets = [...wholes, ...longestFirst(runs).map((text) => ({ text, isWhole: false }))]
  return targets.length === 0 ? undefined : (text) => matchesIn(text, targets)
}

interface Target {
  text: string
  /** Whether it counts only between characters that are not part of a word. */
  isWhole: boolean
}

function matchesIn(text: string, targets: readonly Target[]): Match[] {
  const found: Match[] = []
  const next = targets.map((target) => nextMatch(text, target, 0))
  for (;;) {
    let first: Match | undefined
    for (const match of next) {
      if (match !== undefined && (first === undefined || match.from < first.from)) first = match
    }
    if (first === undefined) return found
    found.push(first)
    for (const [n, match] of next.entries()) {
      if (match !== undefined && match.from < first.to) next[n] = nextMatch(text, targets[n]!, first.to)
    }
  }
}

function nextMatch(text: string, { text: wanted, isWhole }: Target, start: number): Match | undefined {
  for (let from = text.indexOf(wanted, start); from >= 0; from = text.indexOf(wanted, from + 1)) {
    const to = from + wanted.length
    if (!isWhole || !(endsWithWord(text, from) || startsWithWord(text, to))) return { from, to }
  }
  return undefined
}

const partOfWord = /[\p{L}\p{M}\p{N}]/u

/** Whether the character before a position is part of a word. */
function endsWithWord(text: string, end: number): boolean {
  const last = text.charCodeAt(end - 1)
  if (Number.isNaN(last)) return false
  const isPair = last >= 0xdc00 && last < 0xe000
  return isPartOfWord(isPair ? (text.codePointAt(end - 2) ?? last) : last)
}

/** Whether the character at a position is part of a word. */
const startsWithWord = (text: string, start: number): boolean => isPartOfWord(text.codePointAt(start) ?? 32)

const isPartOfWord = (code: number): boolean =>
  code < 128
    ? (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
    : partOfWord.test(String.fromCodePoint(code))

/** Wraps the matches in a text, of which every part is written by a function. */
function wrapMatches(text: string, matcher: Matcher, write: (from: number, to: number) => string): string {
  let at = 0
  let result = ''
  for (const { from, to } of matcher(text)) {
    result += write(at, from) + wrap(write(from, to))
    at = to
  }
  return result + write(at, text.length)
}

/** Highlights matches in a message's HTML, leaving tags unchanged. */
export function highlightHtml(html: string, matcher: Matcher | undefined): string {
  if (matcher === undefined) return html
  return piecesOf(html)
    .map((piece) => {
      if (isTag(piece)) return piece
      if (piece.includes('&')) return highlightEncoded(piece, matcher)
      return wrapMatches(piece, matcher, (from, to) => piece.slice(from, to))
    })
    .join('')
}

/** Matches the displayed text and marks the source, where a character may be an entity. */
function highlightEncoded(html: string, matcher: Matcher): string {
  const characters = shownCharacters(html)
  const shown = characters.map((one) => one.shown[0] ?? ' ').join('')
  return wrapMatches(shown, matcher, (from, to) =>
    characters
      .slice(from, to)
      .map((one) => one.source)
      .join(''),
  )
}

export const highlightTopic = (topic: string, matcher: Matcher | undefined): string =>
  matcher === undefined
    ? escapeHtml(topic)
    : wrapMatches(topic, matcher, (from, to) => escapeHtml(topic.slice(from, to)))
