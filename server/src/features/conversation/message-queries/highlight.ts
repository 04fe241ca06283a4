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

/** A pattern that matches the texts; undefined if there are none. */
export function patternOf({ words, runs }: Marks): RegExp | undefined {
  // Longest first, so that a whole URL wins over the host name in it.
  const alternatives = (list: readonly string[]) =>
    [...list]
      .sort((a, b) => b.length - a.length)
      .map((word) => RegExp.escape(word))
      .join('|')
  // Looks behind only after a match, because that takes longer than to find one.
  const whole = `(${alternatives(words)})(?<![\\p{L}\\p{M}\\p{N}]\\1)(?![\\p{L}\\p{M}\\p{N}])`
  const parts = [...(words.length > 0 ? [whole] : []), ...(runs.length > 0 ? [alternatives(runs)] : [])]
  return parts.length === 0 ? undefined : new RegExp(parts.join('|'), 'gu')
}

/** Highlights matches in a message's HTML, leaving tags unchanged. */
export function highlightHtml(html: string, pattern: RegExp | undefined): string {
  if (pattern === undefined) return html
  return piecesOf(html)
    .map((piece) => {
      if (isTag(piece)) return piece
      return piece.includes('&') ? highlightEncoded(piece, pattern) : piece.replace(pattern, wrap)
    })
    .join('')
}

/** Matches the displayed text and marks the source, where a character may be an entity. */
function highlightEncoded(html: string, pattern: RegExp): string {
  const characters = shownCharacters(html)
  const shown = characters.map((one) => one.shown[0] ?? ' ').join('')
  const source = (from: number, to: number) =>
    characters
      .slice(from, to)
      .map((one) => one.source)
      .join('')
  let at = 0
  let result = ''
  for (const match of shown.matchAll(pattern)) {
    const end = match.index + match[0].length
    result += source(at, match.index) + wrap(source(match.index, end))
    at = end
  }
  return result + source(at, characters.length)
}

export function highlightTopic(topic: string, pattern: RegExp | undefined): string {
  if (pattern === undefined) return escapeHtml(topic)
  let at = 0
  let result = ''
  for (const match of topic.matchAll(pattern)) {
    result += escapeHtml(topic.slice(at, match.index)) + wrap(escapeHtml(match[0]))
    at = match.index + match[0].length
  }
  return result + escapeHtml(topic.slice(at))
}
