import type { QueryLexemes } from './search-query.ts'

/** The stemmer replaces at most so many characters at the end of a stem, such as `possibility` by `possibl`. */
const maxReplaced = 2

/** Beginnings of the searched stems, in lower case. Every word that matches contains one of them. */
export function beginningsOf({ whole, prefixes }: QueryLexemes): string[] {
  const all = [...whole, ...prefixes].map((lexeme) =>
    lexeme.slice(0, Math.max(1, lexeme.length - maxReplaced)).toLowerCase(),
  )
  const unique = [...new Set(all)]
  return unique.filter((one) => !unique.some((other) => other !== one && one.startsWith(other)))
}

/** The words of a text, between white space, that contain a beginning. Most words need no closer look. */
export function likelyWords(text: string, beginnings: readonly string[]): string[] {
  const lower = text.toLowerCase()
  // A few letters have more characters in lower case, so positions differ.
  if (lower.length !== text.length) return text.split(/\s+/)
  const found: string[] = []
  for (const beginning of beginnings) {
    let at = lower.indexOf(beginning)
    while (at >= 0) {
      const end = endOfWord(text, at)
      found.push(text.slice(startOfWord(text, at), end))
      at = lower.indexOf(beginning, end)
    }
  }
  return found
}

function startOfWord(text: string, at: number): number {
  let start = at
  while (start > 0 && !isSpace(text.charCodeAt(start - 1))) start--
  return start
}

function endOfWord(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && !isSpace(text.charCodeAt(end))) end++
  return end
}

const isSpace = (code: number) =>
  code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/.test(String.fromCharCode(code)))
