import { diffWordsWithSpace } from 'diff'
import { escapeHtml } from '../../text.ts'

/** Time limit for all diffs of one history. Computing them blocks the process, and a message may have hundreds of edits. */
const budgetMs = 200

/** Computes the diffs of one history. After the time limit, edits are shown as a replacement of the whole text. */
export class HistoryDiffs {
  #left = budgetMs

  /** The difference between two versions as HTML. */
  between(before: string, after: string): string {
    const start = performance.now()
    const diff = contentDiff(before, after, this.#left)
    this.#left -= performance.now() - start
    return diff
  }
}

function contentDiff(before: string, after: string, timeout: number): string {
  const parts = timeout > 0 ? diffWordsWithSpace(before, after, { timeout }) : undefined
  if (parts === undefined) return `<div>${removed(before)}${added(after)}</div>`
  const html = parts.map(({ value, added: isNew, removed: isGone }) =>
    isNew ? added(value) : isGone ? removed(value) : show(value),
  )
  return `<div>${html.join('')}</div>`
}

const show = (text: string) => escapeHtml(text).replaceAll('\n', '<br>\n')
const added = (text: string) => `<span class="highlight_text_inserted">${show(text)}</span>`
const removed = (text: string) => `<span class="highlight_text_deleted">${show(text)}</span>`
