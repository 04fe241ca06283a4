import { createRequire } from 'node:module'
import type { Session } from '../session.ts'
import { escapeCode } from '../tree.ts'

const require = createRequire(import.meta.url)

let katex: typeof import('katex').default | undefined

/** Largest size that a formula can ask for, in em: a few words of TeX must not make a message longer than a page. */
const maxSize = 50

/**
 * The HTML of an expression, or undefined if it is none. With KaTeX's own settings: macros are expanded only
 * so far, and commands that could bring in addresses or attributes are errors.
 */
export function texHtml(body: string, displayMode: boolean, session: Session): string | undefined {
  session.check()
  if (!session.mayTypeset(body.length)) return undefined
  // Loaded at first use: it is large, and most messages have no formulas.
  katex ??= require('katex') as typeof import('katex').default
  // It warns of characters that it has no measures for, and with them what somebody wrote would get into the
  // log.
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
