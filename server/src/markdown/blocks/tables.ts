import { inlineNodes } from '../inline/inline.ts'
import type { Scope } from '../session.ts'
import { type Attributes, block, type Element } from '../tree.ts'

/** Whether a block that begins with these two lines can be a table. */
export function isTable(first: string, second: string | undefined): boolean {
  if (second === undefined || !first.includes('|') || !/^[|:\- ]+$/.test(second)) return false
  const cells = splitterFor(trimSpaces(first))
  return cells(trimSpaces(first)).length === cells(trimSpaces(second)).length
}

/** Parses a table: a heading row, a row of dashes, and every further line as a row. */
export function tableOf(lines: readonly string[], scope: Scope): Element | undefined {
  const [heading = '', dashes = '', ...body] = lines.map(trimSpaces)
  const cells = splitterFor(heading)
  const separator = cells(dashes)
  // With one column, only the pipes distinguish a row from a line of text.
  const piped = (row: string) => row.startsWith('|') || endsInPipe(row)
  if (separator.length === 1 && ![heading, dashes, ...body].every(piped)) return undefined

  const alignments = separator.map(alignmentOf)
  const row = (text: string, tag: 'th' | 'td') => {
    const texts = cells(text)
    const fields = alignments.map((alignment, n) =>
      block(tag, inlineNodes(trimSpaces(texts[n] ?? ''), scope), alignment),
    )
    return block('tr', fields)
  }
  const emptyRow = () =>
    block(
      'tr',
      alignments.map(() => block('td')),
    )
  return block('table', [
    block('thead', [row(heading, 'th')]),
    block('tbody', body.length === 0 ? [emptyRow()] : body.map((text) => row(text, 'td'))),
  ])
}

/** Splits rows; the first one decides whether pipes at the ends count. */
function splitterFor(heading: string): (row: string) => string[] {
  const bordered = heading.startsWith('|') || endsInPipe(heading)
  return (row) => split(bordered ? withoutBorder(row) : row)
}

function alignmentOf(cell: string): Attributes | undefined {
  const dashes = trimSpaces(cell)
  const left = dashes.startsWith(':')
  const right = dashes.endsWith(':')
  if (!left && !right) return undefined
  return { style: `text-align: ${left && right ? 'center' : left ? 'left' : 'right'};` }
}

function trimSpaces(text: string): string {
  let start = 0
  let end = text.length
  while (text[start] === ' ') start++
  while (end > start && text[end - 1] === ' ') end--
  return text.slice(start, end)
}

/** Ends in an unescaped pipe. */
function endsInPipe(row: string): boolean {
  if (!row.endsWith('|')) return false
  let before = row.length - 1
  while (row[before - 1] === '\\') before--
  return (row.length - 1 - before) % 2 === 0
}

function withoutBorder(row: string): string {
  const start = row.startsWith('|') ? 1 : 0
  return row.slice(start, row.length > start && endsInPipe(row) ? -1 : undefined)
}

/** Splits a row at its pipes, except escaped ones and those in code spans. */
function split(row: string): string[] {
  const marks = [...row.matchAll(/\\\\|\\`+|`+|\\\||\|/g)]
  const closing = closingTicks(marks)
  const cells: string[] = []
  let start = 0
  let codeUntil = -1
  for (const [n, mark] of marks.entries()) {
    if (n <= codeUntil) continue
    if (mark[0].startsWith('`')) codeUntil = closing[n] ?? codeUntil
    else if (mark[0] === '|') {
      cells.push(row.slice(start, mark.index))
      start = mark.index + 1
    }
  }
  cells.push(row.slice(start))
  return cells
}

/** For each run of backticks, the next one of the same length. */
function closingTicks(marks: readonly RegExpExecArray[]): (number | undefined)[] {
  const next = new Map<number, number>()
  const closing: (number | undefined)[] = new Array(marks.length)
  for (let n = marks.length - 1; n >= 0; n--) {
    const text = marks[n]?.[0] ?? ''
    // A backslash prevents a run from opening, not from closing.
    const ticks = text.startsWith('\\`') ? text.length - 1 : text.startsWith('`') ? text.length : 0
    if (ticks === 0) continue
    closing[n] = next.get(ticks)
    next.set(ticks, n)
  }
  return closing
}
