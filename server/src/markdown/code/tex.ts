import { createRequire } from 'node:module'
import type { Session } from '../session.ts'
import { escapeCode } from '../tree.ts'

const require = createRequire(import.meta.url)

let katex: typeof import('katex').default | undefined

/** Maximum size in a formula, in em: a short formula must not produce a message longer than a page. */
const maxSize = 50

/**
 * The HTML of an expression, or undefined if it is invalid. With KaTeX's default settings: macro expansion is
 * limited, and commands that could add URLs or attributes are errors.
 */
export function texHtml(body: string, displayMode: boolean, session: Session): string | undefined {
  session.check()
  if (!session.canTypeset(body.length)) return undefined
  // Loaded on first use: it is large, and most messages have no formulas.
  katex ??= require('katex') as typeof import('katex').default
  // It warns about characters without metrics, which would put message text into the log.
  const { warn } = console
  console.warn = () => {}
  try {
    return katex.renderToString(body, {
      displayMode,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxSize,
    })
  } catch {
    return undefined
  } finally {
    console.warn = warn
  }
}

/** A block of formulas, one per paragraph. */
export function displayTex(lines: readonly string[], session: Session): string {
  const parts = lines
    .join('\n')
    .split(/\n[ ]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const formulas = parts.map((part) => texHtml(part, true, session) ?? texError(part))
  return `<p>${formulas.join('\n\n')}</p>`
}

const texError = (body: string) =>
  `<span class="tex-error">${escapeCode(body).replaceAll('"', '&quot;').replaceAll("'", '&#x27;')}</span>`
