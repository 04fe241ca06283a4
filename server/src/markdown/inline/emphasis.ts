import { inline } from '../tree.ts'
import type { Pass } from './pass.ts'
import { replaceMatches } from './piece.ts'

// Each expression stops at the next star, tilde or line break, so no text is read twice.

export const strongEmphasis: Pass = {
  trigger: /\*\*\*/,
  apply: (piece, _, later) =>
    replaceMatches(piece, /\*\*\*(?!\s)([^*^\n]+)(?<!\s)\*\*\*/g, ([, text = ''], nodes) =>
      inline('strong', [inline('em', later({ text, nodes }))]),
    ),
}

export const strong: Pass = {
  trigger: /\*\*/,
  apply: (piece, _, later) =>
    replaceMatches(piece, /\*\*([^\n]+?)\*\*/g, ([, text = ''], nodes) =>
      inline('strong', later({ text, nodes })),
    ),
}

export const emphasis: Pass = {
  trigger: /\*/,
  apply: (piece, _, later) =>
    replaceMatches(piece, /\*(?!\s)([^*^\n]+)(?<!\s)\*/g, ([, text = ''], nodes) =>
      inline('em', later({ text, nodes })),
    ),
}

export const strike: Pass = {
  trigger: /~~/,
  apply: (piece, _, later) =>
    replaceMatches(piece, /(?<!~)~~([^~\n]+)~~(?!~)/g, ([, text = ''], nodes) =>
      inline('del', later({ text, nodes })),
    ),
}
