/** Rules about text that names, topics and messages share. Lengths are counted in code points. */

/** Unicode white space and the control characters that separate records; not the byte-order mark. */
const space = '[\\s\\u001c-\\u001f\\u0085]'
const edges = new RegExp(`^(?:(?!\\ufeff)${space})+|(?:(?!\\ufeff)${space})+$`, 'gu')
const end = new RegExp(`(?:(?!\\ufeff)${space})+$`, 'u')

export const trim = (text: string) => text.replace(edges, '')
export const trimEnd = (text: string) => text.replace(end, '')

export const codePoints = (text: string) => [...text].length

/** The 1-based position of a control character, lone surrogate or non-character, which names may not have. */
export function badCharacterAt(text: string): number | undefined {
  let position = 0
  for (const character of text) {
    position++
    if (/[\p{Cc}\p{Cs}]/u.test(character) || isNonCharacter(character.codePointAt(0) ?? 0)) return position
  }
  return undefined
}

const isNonCharacter = (code: number) => (code >= 0xfdd0 && code <= 0xfdef) || (code & 0xfffe) === 0xfffe
