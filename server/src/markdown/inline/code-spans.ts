import { escapeCode, inline, rawInline } from '../tree.ts'
import type { Pass } from './pass.ts'
import { type Piece, replaceSpans, type Span } from './piece.ts'

export const codeSpans: Pass = {
  trigger: /`/,
  apply: (piece) => replaceSpans(piece, spansOf(piece)),
}

interface Run {
  start: number
  length: number
}

/**
 * A run of backticks opens a span that the next run of the same length closes. If there is none, fewer of the
 * backticks open it and the others belong to the code. Backslashes before a run: an even number is halved, an odd one
 * escapes the first backtick.
 */
function* spansOf({ text }: Piece): Iterable<Span> {
  const runs: Run[] = Array.from(text.matchAll(/`+/g), (match) => ({
    start: match.index,
    length: match[0].length,
  }))
  const ofLength = Map.groupBy(runs, ({ length }) => length)
  // Positions only move forward, so each list is traversed once.
  const walked = new Map<number, number>()
  const nextOf = (length: number, after: number): Run | undefined => {
    const same = ofLength.get(length)
    if (same === undefined) return undefined
    let n = walked.get(length) ?? 0
    while (n < same.length && (same[n]?.start ?? 0) < after) n++
    walked.set(length, n)
    return same[n]
  }

  let done = 0
  for (const { start, length } of runs) {
    if (start < done) continue
    const slashes = start - startOfSlashes(text, start, done)
    if (slashes > 0 && slashes % 2 === 0) {
      yield { start: start - slashes, end: start, node: () => '\\'.repeat(slashes / 2) }
    }
    const disarmed = slashes % 2
    const end = start + length
    for (let count = length - disarmed; count > 0; count--) {
      const closing = nextOf(count, end)
      if (closing === undefined) continue
      const from = start + disarmed
      const code = text.slice(from + count, closing.start)
      done = closing.start + count
      yield { start: from, end: done, node: () => inline('code', [rawInline(escapeCode(code))]) }
      break
    }
  }
}

function startOfSlashes(text: string, end: number, limit: number): number {
  let start = end
  while (start > limit && text[start - 1] === '\\') start--
  return start
}
