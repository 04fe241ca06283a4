import { diffArrays } from 'diff'

/** Time limit for all diffs of one history. Computing them blocks the process, and a message may have hundreds of edits. */
const budgetMs = 200

/** Computes the diffs of one history. After the time limit, edits are shown as a replacement of the whole text. */
export class HistoryDiffs {
  #left = budgetMs

  /** The difference between two rendered versions as HTML. */
  between(before: string, after: string): string {
    const start = performance.now()
    const diff = htmlDiff(before, after, this.#left)
    this.#left -= performance.now() - start
    return `<div>${diff}</div>`
  }
}

interface DiffPart {
  tokens: readonly string[]
  kind: 'kept' | 'inserted' | 'deleted'
}

/** The result has exactly the tags of the newer version, so that it is well-formed. Only texts are marked as changed. */
function htmlDiff(before: string, after: string, timeout: number): string {
  const [old, fresh] = [tokensOf(before), tokensOf(after)]
  const parts = timeout > 0 ? diffArrays(old, fresh, { timeout }) : undefined
  const changes: DiffPart[] = parts?.map(({ value, added, removed }) => ({
    tokens: value,
    kind: added ? 'inserted' : removed ? 'deleted' : 'kept',
  })) ?? [
    { tokens: old, kind: 'deleted' },
    { tokens: fresh, kind: 'inserted' },
  ]
  return changes.map(htmlOf).join('')
}

/** Tags, entities, words, spaces and other characters. */
const tokensOf = (html: string): string[] =>
  html.match(/<(?:"[^"]*"|[^">])*>|&#?\w{1,31};|[\p{L}\p{M}\p{N}_]+|\s+|./gsu) ?? []

const isTag = (token: string) => token.length > 1 && token.startsWith('<')

function htmlOf({ tokens, kind }: DiffPart): string {
  if (kind === 'kept') return tokens.join('')
  let html = ''
  let text = ''
  const flush = () => {
    // Line breaks between blocks are not text.
    html += /\S/.test(text)
      ? `<span class="highlight_text_${kind}">${text}</span>`
      : kind === 'inserted'
        ? text
        : ''
    text = ''
  }
  for (const token of tokens) {
    if (!isTag(token)) {
      text += token
      continue
    }
    flush()
    if (kind === 'inserted') html += token
  }
  flush()
  return html
}
