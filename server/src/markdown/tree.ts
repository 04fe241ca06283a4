/**
 * The tree of a message, and its HTML. Author text enters the HTML only as text or attribute values, both escaped
 * here; `Raw` is for HTML that the server created.
 */
export type Node = string | Element | Raw

export interface Element {
  tag: string
  /** In the order they are written. */
  attributes: Attributes
  children: Node[]
  /** Rendered on separate lines. */
  block: boolean
}

export interface Raw {
  raw: string
  block: boolean
}

export type Attributes = Readonly<Record<string, string>>

const none: Attributes = {}

export const block = (tag: string, children: Node[] = [], attributes = none): Element => ({
  tag,
  attributes,
  children,
  block: true,
})

export const inline = (tag: string, children: Node[] = [], attributes = none): Element => ({
  tag,
  attributes,
  children,
  block: false,
})

/** HTML created by the server. */
export const rawBlock = (raw: string): Raw => ({ raw, block: true })
export const rawInline = (raw: string): Raw => ({ raw, block: false })

export const isElement = (node: Node | undefined): node is Element =>
  typeof node === 'object' && 'tag' in node

export const isBlock = (node: Node | undefined) => typeof node === 'object' && node.block

const empty = new Set(['br', 'hr', 'img'])

export function serialize(nodes: readonly Node[]): string {
  let html = ''
  for (const node of nodes) html += htmlOf(node)
  return html
}

function htmlOf(node: Node): string {
  if (typeof node === 'string') return escapeText(node)
  const after = node.block ? '\n' : ''
  if (!('tag' in node)) return node.raw + after
  const { tag, attributes, children } = node
  let html = `<${tag}`
  for (const name in attributes) html += ` ${name}="${escapeAttribute(attributes[name] ?? '')}"`
  html += '>'
  if (empty.has(tag)) return tag === 'br' ? `${html}\n` : html + after
  const before = node.block && isBlock(children[0]) ? '\n' : ''
  return `${html}${before}${serialize(children)}</${tag}>${after}`
}

/** The visible text, without markup. */
export function textOf(nodes: readonly Node[]): string {
  let text = ''
  for (const node of nodes) {
    if (typeof node === 'string') text += node
    else if ('tag' in node) text += textOf(node.children)
  }
  return text
}

// Entities, known or not, stay as typed.
const looseAmpersand = /&(?!(?:#[0-9]+|#x[0-9a-f]+|[0-9a-z]+);)/gi

export function escapeText(text: string): string {
  if (!/[&<>]/.test(text)) return text
  return text.replace(looseAmpersand, '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export const escapeAttribute = (text: string) => escapeText(text).replaceAll('"', '&quot;')

/** For code, where even entities are shown literally. */
export const escapeCode = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
