/** Text rules shared by names, topics and messages. Lengths are counted in code points. */

/** Unicode white space and the control characters that separate records; not the byte-order mark. */
const isSpace = (character: string | undefined) =>
  character !== undefined && character !== '\ufeff' && /[\s\u001c-\u001f\u0085]/u.test(character)

// A loop, because a regular expression for trailing space retries at every space.
export function trimEnd(text: string): string {
  let end = text.length
  while (end > 0 && isSpace(text[end - 1])) end--
  return text.slice(0, end)
}

export function trim(text: string): string {
  let start = 0
  while (start < text.length && isSpace(text[start])) start++
  return trimEnd(text.slice(start))
}

/** Whether a text has more characters than the limit. Stops counting there. */
export function isLongerThan(text: string, limit: number): boolean {
  // A character is one or two code units.
  if (text.length <= limit) return false
  return text.length > 2 * limit || [...text].length > limit
}

/** The first characters of a text. */
export function firstCharacters(text: string, count: number): string {
  return [...text.slice(0, 2 * count)].slice(0, count).join('')
}

const nonCharacters = Array.from({ length: 17 }, (_, plane) => {
  const last = (plane * 0x10000 + 0xffff).toString(16)
  const before = (plane * 0x10000 + 0xfffe).toString(16)
  return `\\u{${before}}\\u{${last}}`
}).join('')
const badCharacter = new RegExp(`[\\p{Cc}\\p{Cs}\\u{fdd0}-\\u{fdef}${nonCharacters}]`, 'u')

/** The 1-based position of a control character, lone surrogate or non-character, which names may not have. */
export function badCharacterAt(text: string): number | undefined {
  const found = badCharacter.exec(text)
  return found === null ? undefined : [...text.slice(0, found.index)].length + 1
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}
/** In the format of the protocol: both kinds of quotes are escaped as well. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
