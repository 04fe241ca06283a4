import type { Node } from '../tree.ts'

/**
 * Text from which recognized constructs are removed: each `hole` stands for the next of the nodes. Authors cannot
 * type the hole, no rule matches it, and it is not a left boundary.
 */
export interface Piece {
  text: string
  nodes: Node[]
}

export const hole = '\u0002'

/** A part of the text that a node replaces. */
export interface Span {
  start: number
  end: number
  /** Gets the nodes of the holes inside. Undefined leaves the text unchanged. */
  node(inside: Node[]): Node | undefined
}

/** Replaces ordered, non-overlapping spans. */
export function replaceSpans(piece: Piece, spans: Iterable<Span>): Piece {
  const { text, nodes } = piece
  const kept: Node[] = []
  let out = ''
  let done = 0
  let taken = 0
  // Spans only move forward, so every hole is counted once, even if spans are not replaced.
  let passed = 0
  let next = nodes.length === 0 ? -1 : text.indexOf(hole)
  const holesBefore = (end: number) => {
    for (; next >= 0 && next < end; next = text.indexOf(hole, next + 1)) passed++
    return passed
  }
  for (const { start, end, node } of spans) {
    const first = holesBefore(start)
    const last = holesBefore(end)
    const made = node(last === first ? [] : nodes.slice(first, last))
    if (made === undefined) continue
    out += text.slice(done, start) + hole
    for (; taken < first; taken++) kept.push(nodes[taken] ?? '')
    kept.push(made)
    taken = last
    done = end
  }
  if (done === 0) return piece
  for (; taken < nodes.length; taken++) kept.push(nodes[taken] ?? '')
  return { text: out + text.slice(done), nodes: kept }
}

/** Replaces the matches of an expression with the flag `g`. A match without a node is skipped as a whole. */
export function replaceMatches(
  piece: Piece,
  expression: RegExp,
  node: (match: RegExpExecArray, inside: Node[]) => Node | undefined,
): Piece {
  return replaceSpans(piece, matches(piece.text, expression, node))
}

function* matches(
  text: string,
  expression: RegExp,
  node: (match: RegExpExecArray, inside: Node[]) => Node | undefined,
): Iterable<Span> {
  for (const match of text.matchAll(expression)) {
    yield { start: match.index, end: match.index + match[0].length, node: (inside) => node(match, inside) }
  }
}

/** The nodes of a finished piece. */
export function nodesOf({ text, nodes }: Piece): Node[] {
  if (nodes.length === 0) return text === '' ? [] : [text]
  const all: Node[] = []
  for (const [n, part] of text.split(hole).entries()) {
    const before = n === 0 ? undefined : nodes[n - 1]
    if (before !== undefined) all.push(before)
    if (part !== '') all.push(part)
  }
  return all
}
