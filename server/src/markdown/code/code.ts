import type { Session } from '../session.ts'
import { escapeAttribute, escapeCode } from '../tree.ts'
import { languageOf } from './languages.ts'
import { highlight, type Lexis } from './tokens.ts'

/** The HTML of a fenced block. The language is a lowercase word, or empty. */
export function codeHtml(lines: readonly string[], word: string, session: Session): string {
  const code = trimmed(lines)
  if (word === '') return wrapped(withoutLanguage(code, languageFrom(code)?.lexis, session))
  const language = languageOf(word)
  return wrapped(highlighted(code, language?.lexis, session), language?.name ?? word)
}

/** The HTML of an indented block. A first line that names the language is not shown. */
export function indentedCodeHtml(lines: readonly string[], session: Session): string {
  const code = trimmed(lines)
  const named = languageFrom(code)
  const shown = named?.removable ? code.slice(code.indexOf('\n') + 1) : code
  return wrapped(withoutLanguage(shown, named?.lexis, session))
}

const wrapped = (html: string, language?: string) => {
  const attribute = language === undefined ? '' : ` data-code-language="${escapeAttribute(language)}"`
  return `<div class="codehilite"${attribute}><pre><span></span><code>${html}\n</code></pre></div>`
}

function trimmed(lines: readonly string[]): string {
  const ends = lines.map((line) => line.trimEnd())
  const first = ends.findIndex((line) => line !== '')
  const last = ends.findLastIndex((line) => line !== '')
  return first < 0 ? '' : ends.slice(first, last + 1).join('\n')
}

/** Plain if the total exceeds the length of any message. */
const highlighted = (code: string, lexis: Lexis | undefined, session: Session) =>
  lexis !== undefined && session.canHighlight(code.length) ? highlight(code, lexis) : escapeCode(code)

/** Quotes are escaped here, unlike in blocks with a language. */
const withoutLanguage = (code: string, lexis: Lexis | undefined, session: Session) =>
  lexis === undefined
    ? escapeCode(code).replaceAll('"', '&quot;').replaceAll("'", '&#39;')
    : highlighted(code, lexis, session)

/** A language named by the first line: `#!python`, `:::python` or `#!/usr/bin/python`. */
function languageFrom(code: string): { lexis: Lexis | undefined; removable: boolean } | undefined {
  const named = /^(?:#!|::+)((?:\/\w+)*[/ ])?([\w#.+-]+)[ ]*\n/.exec(code)
  const language = named === null ? undefined : languageOf(named[2]?.toLowerCase() ?? '')
  return language && { lexis: language.lexis, removable: named?.[1] === undefined }
}
