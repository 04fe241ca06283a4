import { texHtml } from '../code/tex.ts'
import { inline, rawInline } from '../tree.ts'
import type { Pass } from './pass.ts'
import { hole, replaceMatches } from './piece.ts'

// `$$body$$` on one line, not adjacent to a word or another dollar. Inside, a dollar needs a backslash.
const expression = new RegExp(
  String.raw`(?<![\p{L}\p{N}_$])\$\$(?![_$])((?:\\\$|[^$\n${hole}])+)\$\$(?![\p{L}\p{N}_$])`,
  'gu',
)

export const inlineTex: Pass = {
  trigger: /\$\$/,
  apply: (piece, { session }) =>
    replaceMatches(piece, expression, ([source, body = '']) => {
      const html = texHtml(body, false, session)
      return html === undefined ? inline('span', [source], { class: 'tex-error' }) : rawInline(html)
    }),
}
