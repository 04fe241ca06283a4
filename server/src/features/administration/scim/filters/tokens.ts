import { invalid, type ScimType } from '../errors.ts'

export type Token =
  | { kind: 'symbol'; text: '(' | ')' | '[' | ']' }
  /** An attribute, an operator, `true`, `false` or `null`. */
  | { kind: 'word'; text: string }
  /** `.name` behind a bracket. */
  | { kind: 'subAttribute'; text: string }
  | { kind: 'literal'; value: string | number }

const maxLength = 2_000
const pattern =
  /\s+|([()[\]])|("(?:[^"\\\u0000-\u001F]|\\["\\/bfnrt]|\\u[0-9A-Fa-f]{4})*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w:.$-])|([A-Za-z$][\w:.$-]*)|\.([A-Za-z$][\w$-]*)/y

/** The tokens of a filter or path. */
export function tokensOf(text: string, scimType: ScimType): Token[] {
  if (text.length > maxLength) throw invalid(scimType, `A filter must be at most ${maxLength} characters.`)
  const tokens: Token[] = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex
    const found = pattern.exec(text)
    if (found === null) throw invalid(scimType, `Unexpected text at position ${at + 1} of the filter.`)
    const [, symbol, string, number, word, subAttribute] = found
    if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol as '(' })
    else if (string !== undefined) tokens.push({ kind: 'literal', value: JSON.parse(string) as string })
    else if (number !== undefined) tokens.push({ kind: 'literal', value: Number(number) })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word })
    else if (subAttribute !== undefined) tokens.push({ kind: 'subAttribute', text: subAttribute })
  }
  return tokens
}
