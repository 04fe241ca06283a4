import { type InlineNode, quickInline } from './quick-inline.ts'

export type { InlineNode } from './quick-inline.ts'

/** What a text roughly looks like, until the server has said it. Nothing in it is HTML. */
export type BlockNode =
  | { kind: 'paragraph'; children: InlineNode[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'quote'; children: BlockNode[] }

const fenceLine = /^[ \t]*(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$/u
/** Deeper than anybody quotes, and not so deep that it hurts. */
const maxDepth = 20

/** Paragraphs, line breaks, code, quotes and what is inside a line. Anything else stays as it was typed. */
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

/** The line that closes a fence, or the end of the text. Fences of quotes may have others inside. */
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
  // A spoiler stays hidden for who wrote it, too: the server's rendering will show how.
  if (language === 'quote' && depth < maxDepth) return { kind: 'quote', children: blocks(inside, depth + 1) }
  return { kind: 'code', language, text: inside.join('\n') }
}
