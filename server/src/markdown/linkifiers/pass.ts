import type { Pass } from '../inline/pass.ts'
import { hole, type Piece, replaceSpans, type Span } from '../inline/piece.ts'
import { linkTarget } from '../inline/urls.ts'
import { inline } from '../tree.ts'
import { linkifierMatches } from './matches.ts'

/** The organization's linkifiers in sequence: each sees the text that the earlier ones left. */
export const linkifiers: Pass = {
  apply: (piece, { session }) => {
    let current = piece
    for (const linkifier of session.context.linkifiers) {
      session.check()
      current = replaceSpans(current, spans(current, linkifier, session.context.url))
    }
    return current
  },
}

function* spans({ text }: Piece, linkifier: Parameters<typeof linkifierMatches>[1], ownUrl: string) {
  for (const { start, end, url } of linkifierMatches(text, linkifier)) {
    const shown = text.slice(start, end)
    const href = shown.includes(hole) ? undefined : linkTarget(url, ownUrl)
    if (href === undefined) continue
    const span: Span = { start, end, node: () => inline('a', [shown], { href }) }
    yield span
  }
}
