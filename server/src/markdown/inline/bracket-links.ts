import type { Scope } from '../session.ts'
import { inline, isElement, type Node, textOf } from '../tree.ts'
import type { Pass } from './pass.ts'
import { hole, nodesOf, type Piece, replaceSpans, type Span } from './piece.ts'
import { linkTarget } from './urls.ts'

/** `[text](url)`, with balanced brackets in the text and balanced parentheses in the URL. */
export const bracketLinks: Pass = {
  trigger: /\]\(/,
  apply: (piece, scope) => replaceSpans(piece, spansOf(piece, scope)),
}

/** No browser supports longer ones. Also prevents nested links from being read repeatedly. */
const maxAddressLength = 8_000

function* spansOf({ text, nodes }: Piece, { session }: Scope): Iterable<Span> {
  const brackets = pairs(text, '[', ']')
  const parentheses = pairs(text, '(', ')')
  const plain = plainTexts(text, nodes)
  let done = 0
  for (const [open, close] of brackets) {
    if (open < done || text[open - 1] === '!' || text[close + 1] !== '(') continue
    session.check()
    const target = targetAt(text, close + 1, parentheses)
    if (target === undefined) continue
    const href = linkTarget(plain(target.start, target.url), session.context.url)
    if (href === undefined) continue
    done = target.end
    yield {
      start: open,
      end: target.end,
      node: (inside) => link(text.slice(open + 1, close), inside, href, target.title),
    }
  }
}

function link(text: string, inside: Node[], href: string, title: string | undefined): Node {
  const shown = nodesOf({ text, nodes: inside.slice(0, text.split(hole).length - 1) })
  // A link cannot contain a link.
  const children = shown.flatMap((node) => (isElement(node) && node.tag === 'a' ? node.children : [node]))
  return inline('a', textOf(children).trim() === '' && !children.some(isElement) ? [href] : children, {
    href,
    ...(title === undefined ? {} : { title }),
  })
}

interface Target {
  /** Start of the URL. */
  start: number
  url: string
  title: string | undefined
  end: number
}

const angled = /\(\s*<([^<>\n]*)>\s*(?:"([^"]*)"\s*|'([^']*)'\s*)?\)/y

function targetAt(text: string, open: number, pairs: ReadonlyMap<number, number>): Target | undefined {
  angled.lastIndex = open
  const inAngles = angled.exec(text)
  if (inAngles !== null) {
    const [all, url = '', double, single] = inAngles
    return { start: text.indexOf('<', open) + 1, url, title: double ?? single, end: open + all.length }
  }
  const close = pairs.get(open)
  if (close === undefined || close - open > maxAddressLength) return undefined
  const content = text.slice(open + 1, close)
  const start = open + 1 + content.length - content.trimStart().length
  const written = content.trim()
  const quote = written.at(-1)
  if (quote === '"' || quote === "'") {
    const before = new RegExp(String.raw`\s${quote}`).exec(written)
    if (before !== null && before.index + 2 < written.length) {
      const title = written.slice(before.index + 2, -1)
      return { start, url: written.slice(0, before.index).trimEnd(), title, end: close + 1 }
    }
  }
  return { start, url: written, title: undefined, end: close + 1 }
}

/** Matching pairs, in the order of the openings. */
function pairs(text: string, opening: string, closing: string): Map<number, number> {
  const closings = new Map<number, number>()
  const found: [number, number][] = []
  const open: number[] = []
  for (let n = 0; n < text.length; n++) {
    if (text[n] === opening) open.push(n)
    else if (text[n] === closing) {
      const start = open.pop()
      if (start !== undefined) found.push([start, n])
    }
  }
  for (const [start, end] of found.sort(([a], [b]) => a - b)) closings.set(start, end)
  return closings
}

/** Reads a part of the text with the text of its holes restored, as URLs need it. */
function plainTexts(text: string, nodes: readonly Node[]): (start: number, part: string) => string {
  if (nodes.length === 0) return (_, part) => part
  return (start, part) => {
    if (!part.includes(hole)) return part
    let n = text.slice(0, start).split(hole).length - 1
    return part.replaceAll(hole, () => textOf([nodes[n++] ?? '']))
  }
}
