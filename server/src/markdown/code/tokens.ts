import { escapeCode } from '../tree.ts'

/** The lexical rules of a language, from the table of languages: words separated by spaces. */
export interface Lexis {
  name: string
  comments: string
  quotes: string
  keywords: string
}

/**
 * Highlights code with spans for comments, strings, numbers, keywords and names. One expression per language, whose
 * alternatives look ahead at most one character and never back, so that every character is read once. Established
 * libraries are better, but take seconds for some texts: see docs/decisions/0012.
 */
export function highlight(code: string, lexis: Lexis): string {
  if (lexis.name === 'Diff') return code.split('\n').map(diffLine).join('\n')
  const { expression, ...lexer } = lexerFor(lexis)
  let html = ''
  let done = 0
  for (const match of code.matchAll(expression)) {
    const [text] = match
    // Every character enters the HTML through `escapeCode`: matched and unmatched ones.
    html += escapeCode(code.slice(done, match.index)) + span(colorOf(match, lexer, lexis, code), text)
    done = match.index + text.length
  }
  return html + escapeCode(code.slice(done))
}

function colorOf(
  match: RegExpExecArray,
  { keywords, own }: Pick<Lexer, 'keywords' | 'own'>,
  lexis: Lexis,
  code: string,
): string | undefined {
  const [, comment, string, special, number, word, operator] = match
  if (word !== undefined) return keywords.get(word) ?? wordName(lexis, code, match.index + word.length)
  if (comment !== undefined) return comment.includes('\n') ? 'cm' : 'c1'
  if (string !== undefined) return string.startsWith("'") ? 's1' : 's2'
  if (number !== undefined) return /^\d+$/.test(number) ? 'mi' : 'm'
  if (special !== undefined) return own
  return operator === undefined ? 'p' : 'o'
}

const span = (name: string | undefined, text: string) =>
  name === undefined ? escapeCode(text) : `<span class="${name}">${escapeCode(text)}</span>`

interface Lexer {
  expression: RegExp
  /** Classes of keywords. */
  keywords: ReadonlyMap<string, string>
  /** Class of the construct specific to this language. */
  own: string | undefined
}

const lexers = new Map<Lexis, Lexer>()

function lexerFor(lexis: Lexis): Lexer {
  const known = lexers.get(lexis)
  if (known !== undefined) return known
  const keywords = new Map(constants.split(' ').map((word) => [word, 'kc']))
  for (const word of words(lexis.keywords)) keywords.set(word, 'k').set(word.toUpperCase(), 'k')
  const lexer = { expression: expressionFor(lexis), keywords, own: special[lexis.name]?.color }
  lexers.set(lexis, lexer)
  return lexer
}

const constants = 'true false null nil none undefined NaN True False None NULL TRUE FALSE'

const tag = { pattern: String.raw`</?[\w:-]+|/?>`, color: 'nt' }
const variable = { pattern: String.raw`\$\w+`, color: 'nv' }
const special: Record<string, { pattern: string; color: string }> = {
  HTML: tag,
  XML: tag,
  TeX: { pattern: String.raw`\\(?:[A-Za-z]+|.)`, color: 'k' },
  PHP: variable,
  Bash: variable,
}
/** The text after a key, in languages that consist mostly of keys. Names there may contain dashes. */
const afterKey: Record<string, string> = {
  HTML: '=',
  XML: '=',
  YAML: ':',
  TOML: '=',
  INI: '=',
  Properties: '=',
  CSS: ':',
  SCSS: ':',
  LessCss: ':',
}

/** The groups, always in this order: comment, string, language-specific construct, number, word, operator. */
function expressionFor({ name, comments, quotes }: Lexis): RegExp {
  const dash = name in afterKey ? '-' : ''
  const groups = [
    words(comments).map(commentPattern).join('|') || nothing,
    words(quotes).map(stringPattern).join('|') || nothing,
    special[name]?.pattern ?? nothing,
    String.raw`\d[\w.]*`,
    String.raw`[\p{L}_$][\p{L}\p{N}_$${dash}]*`,
    special[name] === tag ? '=' : '[-+*/%=<>!&|^~?]+',
  ]
  return new RegExp(String.raw`${groups.map((one) => `(${one})`).join('|')}|[()[\]{};,.:]+`, 'gu')
}

/** Never matches. */
const nothing = String.raw`[^\s\S]`

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')
const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

/** Unclosed comments extend to the end, so nothing is read twice. */
function commentPattern(mark: string): string {
  const [open = '', close] = mark.split('…')
  return close === undefined
    ? String.raw`${literal(open)}[^\n]*`
    : String.raw`${literal(open)}[\s\S]*?(?:${literal(close)}|$)`
}

function stringPattern(quote: string): string {
  const mark = literal(quote)
  if (quote.length > 1) return String.raw`${mark}[\s\S]*?(?:${mark}|$)`
  const lines = quote === '`' ? '' : String.raw`\n`
  return String.raw`${mark}(?:[^${mark}\\${lines}]|\\[\s\S])*${mark}?`
}

/** The class of a name, depending on the text after it. */
function wordName({ name }: Lexis, code: string, end: number): string | undefined {
  const next = code[end] === ' ' ? code[end + 1] : code[end]
  if (name in afterKey) return next === afterKey[name] ? 'nv' : undefined
  return code[end] === '(' ? 'nf' : undefined
}

const lineNames: Record<string, string> = { '+': 'gi', '-': 'gd', '@': 'gh' }

const diffLine = (line: string) => span(lineNames[line[0] ?? ''], line)
