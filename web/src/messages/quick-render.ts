import { type InlineNode, quickInline } from './quick-inline.ts'

export type { InlineNode } from './quick-inline.ts'

/** A local approximation of the rendered text, without HTML. */
export type BlockNode =
  | { kind: 'paragraph'; children: InlineNode[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'quote'; children: BlockNode[] }

const fenceLine = /^[ \t]*(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$/u
/** Maximum nesting of quotes. */
const maxDepth = 20

/** Renders paragraphs, line breaks, code, quotes and inline markup. Everything else stays as typed. */
export const quickRender = (text: string): BlockNode[] => blocks(text.split(/\r\n|\r|\n/u), 0)

function blocks(lines: readonly string[], depth: number): BlockNode[] {
  const nodes: BlockNode[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) nodes.push({ kind: 'paragraph', children: quickInline(paragraph.join('\n')) })
    paragraph = []
  }
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] ?? ''
    const fence = fenceLine.exec(line)
    const quoted = depth < maxDepth ? quotedLines(lines, index) : 0
    if (fence !== null) {
      endParagraph()
      const end = fenceEnd(lines, index, fence[1] ?? '')
      nodes.push(fenced(fence[2] ?? '', lines.slice(index + 1, end), depth))
      index = end + 1
    } else if (quoted > 0) {
      endParagraph()
      const inside = lines.slice(index, index + quoted).map((one) => one.replace(/^[ \t]*>[ \t]?/u, ''))
      nodes.push({ kind: 'quote', children: blocks(inside, depth + 1) })
      index += quoted
    } else {
      if (line.trim() === '') endParagraph()
      else paragraph.push(line)
      index++
    }
  }
  endParagraph()
  return nodes
}

function quotedLines(lines: readonly string[], from: number): number {
  const end = lines.findIndex((line, index) => index >= from && !/^[ \t]*>/u.test(line))
  return (end < 0 ? lines.length : end) - from
}

/** The line that closes a fence, or the end of the text. Quote fences can be nested. */
function fenceEnd(lines: readonly string[], from: number, mark: string): number {
  const isProse = /^[ \t]*[`~]{3,}[ \t]*(quote|spoiler)\b/u.test(lines[from] ?? '')
  let open: string | undefined
  for (let index = from + 1; index < lines.length; index++) {
    const [, other = '', word = ''] = fenceLine.exec(lines[index] ?? '') ?? []
    if (other === '') continue
    if (open !== undefined) {
      if (word === '' && other[0] === open[0] && other.length >= open.length) open = undefined
    } else if (word === '' && other[0] === mark[0] && other.length >= mark.length) return index
    else if (isProse) open = other
  }
  return lines.length
}

function fenced(language: string, inside: readonly string[], depth: number): BlockNode {
  // Spoilers are displayed as code until the server has rendered them.
  if (language === 'quote' && depth < maxDepth) return { kind: 'quote', children: blocks(inside, depth + 1) }
  return { kind: 'code', language, text: inside.join('\n') }
}
