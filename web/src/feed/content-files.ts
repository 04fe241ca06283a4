import { fileType, isUpload } from '../messages/file-names.ts'
import type { ContentContext } from './content-context.ts'

/**
 * Replaces lines that contain only links to uploads. A link with a preview below is removed; every other one becomes
 * a card. Links in sentences stay.
 */
export function replaceFileLinks(nodes: DocumentFragment, { text }: ContentContext): void {
  const previews = new Map(
    [...nodes.querySelectorAll<HTMLAnchorElement>('.message_inline_image > a')].map((box) => [
      box.getAttribute('href') ?? '',
      box,
    ]),
  )
  for (const paragraph of nodes.querySelectorAll('p')) {
    const lines = linesOf(paragraph)
    const kept = lines.filter((line) => uploadLinksOnly(line) === undefined)
    if (kept.length === lines.length) continue
    const cards: HTMLElement[] = []
    for (const link of lines.flatMap((line) => uploadLinksOnly(line) ?? [])) {
      const preview = previews.get(link.getAttribute('href') ?? '')
      if (preview === undefined) cards.push(cardOf(link, text))
      // Videos have no name of their own.
      else if (preview.title === '') preview.title = link.textContent ?? ''
    }
    paragraph.after(...cards)
    if (kept.length === 0) paragraph.remove()
    else paragraph.replaceChildren(...joined(kept))
  }
}

/** The nodes of each line, without the breaks between them. */
function linesOf(paragraph: Element): Node[][] {
  const lines: Node[][] = [[]]
  for (const node of paragraph.childNodes) {
    if (node.nodeName === 'BR') lines.push([])
    else lines.at(-1)?.push(node)
  }
  return lines
}

const joined = (lines: readonly Node[][]): Node[] =>
  lines.flatMap((line, index) => (index === 0 ? line : [document.createElement('br'), ...line]))

/** The upload links of a line that contains nothing else. */
function uploadLinksOnly(line: readonly Node[]): HTMLAnchorElement[] | undefined {
  const shown = line.filter((node) => node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() !== '')
  const links = shown.filter(
    (node): node is HTMLAnchorElement =>
      node instanceof HTMLAnchorElement && isUpload(node.getAttribute('href') ?? ''),
  )
  return links.length > 0 && links.length === shown.length ? links : undefined
}

function cardOf(link: HTMLAnchorElement, text: ContentContext['text']): HTMLElement {
  const card = link.cloneNode() as HTMLAnchorElement
  const type = fileType(link.getAttribute('href') ?? '')
  card.className = 'file-card'
  card.append(
    part('file-type', type === '' ? '…' : type, true),
    part('file-name', link.textContent ?? ''),
    part('file-note', type === '' ? text('content.file') : text('content.fileOfType', { type })),
    part('file-size', ''),
  )
  return card
}

function part(className: string, words: string, isDecorative = false): HTMLElement {
  const made = document.createElement('span')
  made.className = className
  made.textContent = words
  if (isDecorative) made.setAttribute('aria-hidden', 'true')
  if (className === 'file-name') made.dir = 'auto'
  return made
}
