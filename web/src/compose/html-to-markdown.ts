import Turndown from 'turndown'

const turndown = new Turndown({
  headingStyle: 'atx',
  bulletListMarker: '*',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  linkStyle: 'inlined',
})

turndown.addRule('strikethrough', { filter: ['del', 's'], replacement: (content) => `~~${content}~~` })
turndown.addRule('picture', { filter: ['img', 'style', 'script'], replacement: () => '' })
turndown.addRule('item', {
  filter: 'li',
  replacement(content, node) {
    const parent = node.parentElement
    const index = parent === null ? 0 : [...parent.children].indexOf(node as Element)
    const sign = parent?.nodeName === 'OL' ? `${index + 1}. ` : '* '
    return `${sign}${content.trim().replace(/\n/g, '\n  ')}\n`
  },
})
turndown.addRule('table', {
  filter: 'table',
  replacement: (_content, node) => `\n\n${tableOf(node as HTMLTableElement)}\n\n`,
})

function tableOf(table: HTMLTableElement): string {
  const rows = [...table.rows].map((row) => [...row.cells].map((cell) => cellText(cell)))
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width < 2) return rows.map((row) => row.join(' ')).join('\n')
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), `|${'---|'.repeat(width)}`, ...rest.map(line)].join('\n')
}

const cellText = (cell: HTMLElement) =>
  (cell.textContent ?? '').trim().replace(/\s+/g, ' ').replaceAll('|', '\\|')

const isMonospaced = /white-space:\s*pre|font-family:[^;"]*(?:mono|consolas|menlo|courier)/i

/** Converts copied HTML to the markup of messages. */
export function toMarkdown(html: string, plain: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const first = page.body.firstElementChild
  const isCode = first?.nodeName === 'PRE' || isMonospaced.test(first?.getAttribute('style') ?? '')
  if (isCode && page.body.querySelector('table, ul, ol') === null) {
    return plain.includes('\n') ? `\`\`\`\n${plain.replace(/\n+$/, '')}\n\`\`\`` : `\`${plain}\``
  }
  for (const element of page.querySelectorAll('style, script, meta, title')) element.remove()
  return turndown
    .turndown(page.body)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
