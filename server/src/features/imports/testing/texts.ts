import { parseDocument } from 'htmlparser2'
import { renderMessage } from '../../../markdown/render.ts'
import { testContext } from '../../../markdown/testing/context.ts'
import type { ImportText, Reference } from '../text/text.ts'

/** A text with its references in brackets, for comparison. */
export const shown = (text: ImportText) =>
  text.map((part) => (typeof part === 'string' ? part : showReference(part))).join('')

function showReference(reference: Reference): string {
  switch (reference.kind) {
    case 'mention':
      return `{@${reference.user}}`
    case 'channel':
      return `{#${reference.channel}}`
    case 'message':
      return `{message ${reference.message}}`
    case 'message URL':
      return `{url ${reference.message}}`
    case 'custom emoji':
      return `{emoji ${reference.emoji}}`
    default:
      return `{${reference.kind}}`
  }
}

/** The visible text of a message, without markup. */
export function visible(markdown: string): string {
  const { html } = renderMessage(markdown, testContext)
  const texts: string[] = []
  const walk = (nodes: readonly { type: string; data?: string; children?: unknown[]; name?: string }[]) => {
    for (const node of nodes) {
      if (node.type === 'text') texts.push(node.data ?? '')
      walk((node.children ?? []) as typeof nodes)
    }
  }
  walk(parseDocument(html).children as never)
  return texts.join('')
}

export const tagsOf = (markdown: string) =>
  Array.from(renderMessage(markdown, testContext).html.matchAll(/<([a-z]+\d?)\b/g), ([, tag]) => tag)
