import { isQuote, nests, openingFence } from './blocks/fences.ts'

/** Splits a text into lines, without tabs, carriage returns and internal marks; blank lines become empty. */
export function linesOf(source: string): string[] {
  const clean = source.replace(/\r\n?/g, '\n').replace(/[\u0002\u0003]/g, '')
  const lines = separateLists(clean.split('\n'))
  for (const [n, line] of lines.entries()) {
    const wide = line.includes('\t') ? withoutTabs(line) : line
    lines[n] = isBlank(wide) ? '' : wide
  }
  return lines
}

const tabWidth = 4

function withoutTabs(line: string): string {
  const [first = '', ...others] = line.split('\t')
  let wide = first
  let column = [...first].length
  for (const part of others) {
    const gap = tabWidth - (column % tabWidth)
    wide += ' '.repeat(gap) + part
    column += gap + [...part].length
  }
  return wide
}

export function isBlank(line: string): boolean {
  for (let n = 0; n < line.length; n++) if (line.charCodeAt(n) !== 32) return false
  return true
}

/**
 * Inserts a blank line before a list that directly follows other text or a list of the other kind, so that it starts
 * a block. Code is not changed, and spoilers count as code here.
 */
function separateLists(lines: string[]): string[] {
  const separated: string[] = []
  const open: { fence: string; nests: boolean; shields: boolean }[] = []
  let above = ''
  for (const line of lines) {
    const innermost = open.at(-1)
    if (innermost !== undefined && line.trimEnd() === innermost.fence) open.pop()
    else {
      const fence = innermost === undefined || innermost.nests ? openingFence(line) : undefined
      const shielded = innermost?.shields === true
      if (fence !== undefined) {
        open.push({ fence: fence.fence, nests: nests(fence), shields: shielded || !isQuote(fence) })
      } else if (!shielded && startsList(line, above)) separated.push('')
    }
    separated.push(line)
    above = line
  }
  return separated
}

function startsList(line: string, above: string): boolean {
  const kind = listKind(line)
  return kind !== undefined && !isBlank(above) && listKind(above) !== kind
}

/** A single digit only: a longer number after text is more likely a year than a list. */
function listKind(line: string) {
  const marker = /^ *(?:([*+-])|\d\.) /.exec(line)
  if (marker === null) return undefined
  return marker[1] === undefined ? 'ordered' : 'bullet'
}
