import { codeHtml, indentedCodeHtml } from '../code/code.ts'
import { displayTex } from '../code/tex.ts'
import { inlineNodes } from '../inline/inline.ts'
import { isBlank } from '../normalize.ts'
import { deeper, maxDepth, type Scope, type Session } from '../session.ts'
import { block, type Element, inline, rawBlock } from '../tree.ts'
import { type FoldedBlock, foldedAt } from './fences.ts'
import { addList, continueItem, continuesItem, listKindOf, type Mode, type Parse } from './lists.ts'
import { isTable, tableOf } from './tables.ts'

/**
 * Parses blocks: the lines between blank lines, offered to the rules in a fixed order. A heading, a horizontal rule
 * or a quote may begin inside a block; the lines before it are parsed first. Every rule moves forward, so the total
 * is linear in the number of lines times the nesting depth.
 */
export function parseDocument(
  lines: readonly string[],
  folded: readonly FoldedBlock[],
  parent: Element,
  scope: Scope,
) {
  const parse: Parse = (lines, parent, scope, mode) => {
    let at = 0
    while (at < lines.length) {
      if (isBlank(lines[at] ?? '')) at++
      else at = parseBlock(lines, at, endOfBlock(lines, at), parent, scope, mode)
    }
  }

  /** Parses lines up to `end`, or further if code continues there. Returns the end position. */
  function parseBlock(
    all: readonly string[],
    start: number,
    end: number,
    parent: Element,
    scope: Scope,
    mode: Mode,
  ): number {
    let at = start
    let headless = false
    while (at < end) {
      scope.session.check()
      const line = all[at] ?? ''
      const rest = () => all.slice(at, end)
      const before = (from: number) => parseBlock(all, at, from, parent, scope, mode)

      const known = foldedAt(line, folded)
      if (known !== undefined) {
        parent.children.push(unfold(known, scope))
        at++
        continue
      }
      if (continuesItem(line, parent, mode) && scope.depth < maxDepth) {
        continueItem(rest(), parent, scope, mode, parse)
        return end
      }
      if (line.startsWith(codeIndent) && scope.session.context.indentedCode) {
        const after = endOfCode(all, at)
        parent.children.push(indentedCode(all.slice(at, after), scope.session))
        at = after
        // Code may continue after blank lines; the text after it is another block.
        if (at > end) return at
        continue
      }
      // Searched once: otherwise a block of only rules would be searched again after each.
      const heading: number | undefined = headless ? undefined : find(all, at, end, isHeading)
      headless = heading === undefined
      if (heading !== undefined) {
        if (heading > at) before(heading)
        at = addHeading(all, heading, end, parent, scope)
        continue
      }
      const table = isTable(line, at + 1 < end ? all[at + 1] : undefined) ? tableOf(rest(), scope) : undefined
      if (table !== undefined) {
        parent.children.push(table)
        return end
      }
      const rule = find(all, at, end, isRule)
      if (rule !== undefined) {
        if (rule > at) before(rule)
        parent.children.push(block('hr'))
        at = rule + 1
        continue
      }
      const nestable = scope.depth < maxDepth
      const kind = nestable ? listKindOf(line) : undefined
      if (kind !== undefined) {
        addList(kind, rest(), parent, scope, parse)
        return end
      }
      const quote = nestable ? startOfQuote(all, at, end) : undefined
      if (quote !== undefined) {
        if (quote > at) before(quote)
        const quoted = block('blockquote')
        parent.children.push(quoted)
        parse(all.slice(quote, end).map(unquoted), quoted, { ...deeper(scope), quoted: true }, 'free')
        return end
      }
      addParagraph(rest().join('\n'), parent, scope, mode)
      return end
    }
    return at
  }

  function unfold(known: FoldedBlock, scope: Scope) {
    if (known.kind === 'code') return rawBlock(codeHtml(known.lines, known.language, scope.session))
    if (known.kind === 'math') return rawBlock(displayTex(known.lines, scope.session))
    const inner = deeper(scope)
    const header = inline('div', ['\n'], { class: 'spoiler-header' })
    const content = inline('div', ['\n'], { class: 'spoiler-content', 'aria-hidden': 'true' })
    parse([known.header], header, inner, 'free')
    parse(known.lines, content, inner, 'free')
    return block('div', [header, content], { class: 'spoiler-block' })
  }

  parse(lines, parent, scope, 'free')
}

function endOfBlock(lines: readonly string[], start: number): number {
  return find(lines, start, lines.length, isBlank) ?? lines.length
}

function find(
  lines: readonly string[],
  from: number,
  to: number,
  test: (line: string, next: string | undefined) => boolean,
): number | undefined {
  for (let n = from; n < to; n++) {
    if (test(lines[n] ?? '', n + 1 < to ? lines[n + 1] : undefined)) return n
  }
  return undefined
}

// The required space may be the end of the line: then the next line is the heading.
const isHeading = (line: string, next: string | undefined) =>
  line[0] === '#' &&
  (/^#{1,6}\s/.test(line) || (next !== undefined && /^#{1,6}$/.test(line))) &&
  !/(?<!\\)(?:\\\\)*\\$/.test(line)

function addHeading(lines: readonly string[], at: number, end: number, parent: Element, scope: Scope) {
  const [marks = ''] = /^#{1,6}/.exec(lines[at] ?? '') ?? []
  const rest = (lines[at] ?? '').slice(marks.length)
  const below = rest === '' && at + 1 < end
  const text = (below ? lines[at + 1] : rest) ?? ''
  let last = text.length
  while (text[last - 1] === '#') last--
  parent.children.push(block(`h${marks.length}`, inlineNodes(text.slice(0, last).trim(), scope)))
  return below ? at + 2 : at + 1
}

const isRule = (line: string) =>
  /^ {0,3}[-_*]/.test(line) && /^ {0,3}(?:(?:- {0,2}){3,}|(?:_ {0,2}){3,}|(?:\* {0,2}){3,}) *$/.test(line)

const isQuoted = (line: string) => /^ {0,3}>/.test(line)
const isEmptyQuote = (line: string) => /^ {0,3}> *$/.test(line)

/** The first line of a quote. A quote that is empty to the end of the block does not count. */
function startOfQuote(lines: readonly string[], from: number, end: number): number | undefined {
  const start = find(lines, from, end, isQuoted)
  if (start === undefined) return undefined
  return find(lines, start, end, (line) => !isEmptyQuote(line)) === undefined ? undefined : start
}

const unquoted = (line: string) => line.replace(/^ {0,3}> ?/, '')

const codeIndent = '    '

/** Indented lines, also after blank lines. */
function endOfCode(lines: readonly string[], start: number): number {
  let end = start
  for (let n = start; n < lines.length; n++) {
    const line = lines[n] ?? ''
    if (line.startsWith(codeIndent) && !isBlank(line)) end = n + 1
    else if (!isBlank(line)) break
  }
  return end
}

// One line break more than other blocks: an accident of the protocol that stored messages show, kept for equality.
const indentedCode = (lines: readonly string[], session: Session) =>
  rawBlock(
    `${indentedCodeHtml(
      lines.map((line) => line.slice(codeIndent.length)),
      session,
    )}\n`,
  )

function addParagraph(text: string, parent: Element, scope: Scope, mode: Mode): void {
  if (mode !== 'tight') {
    parent.children.push(block('p', inlineNodes(text.trimStart(), scope)))
    return
  }
  const first = parent.children.length === 0
  for (const node of inlineNodes(first ? text.trimStart() : `\n${text}`, scope)) parent.children.push(node)
}
