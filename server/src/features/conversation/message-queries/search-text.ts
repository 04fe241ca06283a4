/**
 * Extracts and splits the searchable text of a message. Indexing, queries and highlighting must agree, so all
 * of them use this file.
 */

/** A tag, or the text between two tags. Every tag ends a word, so no word spans a tag. */
const pieces = /<[^>]*>|[^<]+|</g

export const isTag = (piece: string) => piece.length > 1 && piece.startsWith('<')

export const piecesOf = (html: string): string[] => html.match(pieces) ?? []

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi
const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

function decodeEntity(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return namedEntities[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}

/** The displayed text of HTML, split into source characters: a letter or an entity. */
export function shownCharacters(html: string): { shown: string; source: string }[] {
  const found: { shown: string; source: string }[] = []
  let at = 0
  for (const match of html.matchAll(entity)) {
    for (const unit of html.slice(at, match.index).split('')) found.push({ shown: unit, source: unit })
    found.push({ shown: decodeEntity(match[0], match[1], match[2], match[3]), source: match[0] })
    at = match.index + match[0].length
  }
  for (const unit of html.slice(at).split('')) found.push({ shown: unit, source: unit })
  return found
}

const decode = (html: string) => (html.includes('&') ? html.replace(entity, decodeEntity) : html)

/** Custom emoji are images; their name is in the alternative text. */
function emojiName(tag: string): string | undefined {
  if (!tag.startsWith('<img ') || !/ class="(?:[^"]* )?emoji[" ]/.test(tag)) return undefined
  return / alt="([^"]*)"/.exec(tag)?.[1]
}

export function textOfHtml(html: string): string {
  const parts = piecesOf(html).map((piece) => (isTag(piece) ? (emojiName(piece) ?? '') : piece))
  return decode(parts.join(' '))
}

/** Letters of scripts without spaces between words: any substring of a run may be a word. */
const unspaced =
  /[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{M}]]+/gv
/** The lowest of these letters is Thai. Most text has none and skips the search. */
const maybeUnspaced = /[\u0e00-\uffff]/

export const runsIn = (text: string): string[] =>
  maybeUnspaced.test(text) ? (text.match(unspaced) ?? []) : []

/** Whether a text begins with a letter of such a script. */
export const isUnspaced = (text: string): boolean => maybeUnspaced.test(text) && text.search(unspaced) === 0

/**
 * The text for PostgreSQL's word parser, without the angle brackets and ampersands it would treat as markup.
 */
export function wordsIn(text: string): string {
  const spaced = maybeUnspaced.test(text) ? text.replace(unspaced, ' ') : text
  return spaced.replace(/[<>&]/g, ' ')
}

/** Every character of a run and every pair of adjacent characters. */
function gramsOf(run: string): string[] {
  const characters = [...run]
  return characters.flatMap((one, n) => {
    const next = characters[n + 1]
    return next === undefined ? [one] : [one, one + next]
  })
}

/** The fewest n-grams that every occurrence of the run contains. */
export function gramsToFind(run: string): string[] {
  const grams = gramsOf(run)
  return grams.length === 1 ? grams : grams.filter((gram) => [...gram].length === 2)
}

/** Words too common to search for; the same list as the stemmer's. */
export const commonWords = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its
  itself they them their theirs themselves what which who whom this that these those am is are was were be been being
  have has had having do does did doing a an the and but if or because as until while of at by for with about against
  between into through during before after above below to from up down in out on off over under again further then once
  here there when where why how all any both each few more most other some such no nor not only own same so than too very
  s t can will just don should now`.split(/\s+/),
)

/** Longer words are not indexed by prefix. */
export const maxPrefixWordLength = 100

/** Lowercase words as spelled, because stems do not preserve prefixes. Addresses, paths and identifiers are split into their parts. */
export const writtenWords = (words: string): string[] =>
  (words.toLowerCase().match(writtenWord) ?? []).filter(isIndexedAsWritten)

export const writtenWord = /[\p{L}\p{M}\p{N}]{3,}/gu
const isIndexedAsWritten = (word: string) => word.length <= maxPrefixWordLength && !commonWords.has(word)

/**
 * The indexed parts of a message: text for the word parser, which handles stems, addresses and numbers; and
 * literal lexemes for prefixes and scripts without spaces.
 */
export function searchText(topic: string, html: string): { words: string; grams: string[] } {
  return searchTextOfPlain(`${topic}\n${textOfHtml(html)}`)
}

/** The same for plain text. */
export function searchTextOfPlain(text: string): { words: string; grams: string[] } {
  const words = wordsIn(text)
  return { words, grams: [...new Set([...writtenWords(words), ...runsIn(text).flatMap(gramsOf)])] }
}
