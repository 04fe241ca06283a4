import { emoticons, shortcodes, unicodeEmoji } from '../emoji/passes.ts'
import { linkifiers } from '../linkifiers/pass.ts'
import type { Scope } from '../session.ts'
import { timestamps } from '../times/pass.ts'
import { inline, type Node } from '../tree.ts'
import { bareLinks } from './bare-links.ts'
import { bracketLinks } from './bracket-links.ts'
import { channelLinks } from './channel-links.ts'
import { codeSpans } from './code-spans.ts'
import { emphasis, strike, strong, strongEmphasis } from './emphasis.ts'
import { groupMentions, userMentions } from './mentions.ts'
import type { Pass } from './pass.ts'
import { nodesOf, type Piece, replaceMatches } from './piece.ts'
import { inlineTex } from './tex.ts'

const entities: Pass = {
  trigger: /&/,
  apply: (piece) => replaceMatches(piece, /&(?:#[0-9]+|#x[0-9a-f]+|[0-9a-z]+);/gi, ([entity]) => entity),
}

const lineBreaks: Pass = {
  trigger: /\n/,
  apply: (piece) => replaceMatches(piece, /\n/g, () => inline('br')),
}

/** The order defines the dialect: which construct wins, and which are recognized inside others. */
const passes: readonly Pass[] = [
  codeSpans,
  strongEmphasis,
  userMentions,
  inlineTex,
  channelLinks,
  timestamps,
  groupMentions,
  bracketLinks,
  bareLinks,
  linkifiers,
  entities,
  strong,
  emphasis,
  strike,
  shortcodes,
  emoticons,
  lineBreaks,
  unicodeEmoji,
]

export function inlineNodes(text: string, scope: Scope): Node[] {
  return runFrom(0, { text, nodes: [] }, scope)
}

function runFrom(first: number, piece: Piece, scope: Scope): Node[] {
  let current = piece
  for (let n = first; n < passes.length; n++) {
    const pass = passes[n]
    if (pass === undefined || pass.trigger?.test(current.text) === false) continue
    scope.session.check()
    current = pass.apply(current, scope, (inner) => runFrom(n + 1, inner, scope))
  }
  return nodesOf(current)
}
