import { diffWordsWithSpace } from 'diff'
import { escapeHtml } from '../../text.ts'

/** What an edit did to a text, as HTML for people who look at the history. */
export function contentDiff(before: string, after: string): string {
  const parts = diffWordsWithSpace(before, after, { timeout: 200 })
  if (parts === undefined) return `<div>${removed(before)}${added(after)}</div>`
  const html = parts.map(({ value, added: isNew, removed: isGone }) =>
    isNew ? added(value) : isGone ? removed(value) : show(value),
  )
  return `<div>${html.join('')}</div>`
}

const show = (text: string) => escapeHtml(text).replaceAll('\n', '<br>\n')
const added = (text: string) => `<span class="highlight_text_inserted">${show(text)}</span>`
const removed = (text: string) => `<span class="highlight_text_deleted">${show(text)}</span>`
