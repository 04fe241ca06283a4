import { parseDocument } from './blocks/blocks.ts'
import { foldFences } from './blocks/fences.ts'
import { emptyContext } from './context.ts'
import { linesOf } from './normalize.ts'
import { htmlLimit, RenderFailure, Session } from './session.ts'
import { block, type Element, inline, isElement, type Node, serialize } from './tree.ts'

export interface GeneratedText {
  html: string
  /** Known references in the text, ascending. */
  numbers: number[]
}

/** `[3]`, `[3, 7]`, `[3-5]`, `[3][4]`, with the space before. */
const reference = / ?\[(\d{1,4}(?:\s*[,;–-]\s*\d{1,4}){0,20})\]/g

/**
 * Renders text of a model, which may be wrong or written by an attacker. It has no images, mentions and custom emoji. Links are shown as
 * text, so that none leads elsewhere than it seems. Numbers of known messages in brackets become links to them; others are removed.
 */
export function renderGenerated(source: string, hrefs: ReadonlyMap<number, string>): GeneratedText {
  if (source.length > htmlLimit) throw new RenderFailure('source')
  const root = block('div')
  const [lines, folded] = foldFences(linesOf(source), '')
  parseDocument(lines, folded, root, { session: new Session(emptyContext), quoted: false, depth: 0 })
  const used = new Set<number>()
  const html = serialize(root.children.flatMap((node) => safeNodes(node, hrefs, used))).trim()
  if (html.length > htmlLimit) throw new RenderFailure('html')
  return { html, numbers: [...used].sort((a, b) => a - b) }
}

function safeNodes(node: Node, hrefs: ReadonlyMap<number, string>, used: Set<number>): Node[] {
  if (typeof node === 'string') return withReferences(node, hrefs, used)
  if (!isElement(node)) return [node]
  const children = node.children.flatMap((child) => safeNodes(child, hrefs, used))
  if (node.tag === 'a') return [...children, ...shownTarget(node)]
  if (node.attributes.class?.includes('mention')) return children
  if (node.tag === 'img') return [node.attributes.alt ?? '']
  return [{ ...node, children }]
}

/** The address of a link, unless it is what the link shows. */
function shownTarget({ attributes: { href = '' }, children }: Element): Node[] {
  const shown = children.length === 1 ? children[0] : undefined
  return href === '' || shown === href ? [] : [` (${href})`]
}

function withReferences(text: string, hrefs: ReadonlyMap<number, string>, used: Set<number>): Node[] {
  const nodes: Node[] = []
  let end = 0
  for (const match of text.matchAll(reference)) {
    nodes.push(text.slice(end, match.index))
    end = match.index + match[0].length
    for (const [digits] of (match[1] ?? '').matchAll(/\d+/g)) {
      const number = Number(digits)
      const href = hrefs.get(number)
      if (href === undefined) continue
      used.add(number)
      nodes.push(' ', inline('a', [`[${number}]`], { class: 'message-link', href }))
    }
  }
  nodes.push(text.slice(end))
  return nodes.filter((node) => node !== '')
}
