import type { Pass } from '../inline/pass.ts'
import { hole, replaceSpans, type Span } from '../inline/piece.ts'
import { inline, type Node } from '../tree.ts'
import { instantOf } from './instant.ts'

/** `<time:…>`, shown to everyone in their own time zone. */
export const timestamps: Pass = {
  trigger: /<time:/,
  apply: (piece, { session: { context } }) => replaceSpans(piece, spansOf(piece.text, context.now())),
}

const opening = '<time:'

// A loop, because a regular expression would search for the end again from every opening.
function* spansOf(text: string, now: number): Iterable<Span> {
  let end = 0
  for (;;) {
    const start = text.indexOf(opening, end)
    const close = start < 0 ? -1 : text.indexOf('>', start)
    if (close < 0) return
    end = close + 1
    const written = text.slice(start + opening.length, close)
    if (!written.includes(hole)) yield { start, end, node: () => time(written, now) }
  }
}

function time(written: string, now: number): Node {
  const instant = instantOf(written, now)
  return instant === undefined
    ? inline('span', [`Invalid time format: ${written}`], { class: 'timestamp-error' })
    : inline('time', [written], { datetime: instant })
}
