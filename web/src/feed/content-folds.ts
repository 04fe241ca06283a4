import { contentButton } from './content-button.ts'
import type { ContentContext } from './content-context.ts'

/** More pictures than these are behind a button. */
const maxPictures = 4

/** Arranges consecutive pictures side by side. */
export function arrangePictures(nodes: DocumentFragment, { text }: ContentContext): void {
  for (const first of nodes.querySelectorAll('.message_inline_image')) {
    if (!first.isConnected && first.closest('.picture-grid') !== null) continue
    const run = runFrom(first)
    if (run.length < 2 || first.closest('.picture-grid') !== null) continue
    const grid = document.createElement('div')
    grid.className = 'picture-grid'
    first.before(grid)
    grid.append(...run)
    for (const image of grid.querySelectorAll('img')) {
      image.removeAttribute('width')
      image.removeAttribute('height')
    }
    const rest = run.slice(maxPictures)
    for (const one of rest) one.hidden = true
    if (rest.length > 0)
      grid.append(contentButton('pictures', text('content.morePictures', { count: rest.length })))
  }
}

function runFrom(first: Element): HTMLElement[] {
  const run: HTMLElement[] = []
  for (
    let next: Element | null = first;
    next?.classList.contains('message_inline_image');
    next = next.nextElementSibling
  ) {
    run.push(next as HTMLElement)
  }
  return run
}

/** Folds quotes at the third level. */
export function foldDeepQuotes(nodes: DocumentFragment, { text }: ContentContext): void {
  for (const deep of nodes.querySelectorAll<HTMLElement>('blockquote blockquote blockquote')) {
    if (deep.parentElement?.closest('blockquote[hidden]') != null) continue
    const fold = contentButton('quote', text('content.deepQuote'))
    fold.setAttribute('aria-expanded', 'false')
    deep.before(fold)
    deep.hidden = true
  }
}

/** Adds a button to hide website previews. */
export function addHidePreviewButtons(nodes: DocumentFragment, { text }: ContentContext): void {
  for (const card of nodes.querySelectorAll('.message_embed')) {
    const fold = contentButton('card', '')
    fold.className = 'card-fold'
    fold.setAttribute('aria-expanded', 'true')
    fold.setAttribute('aria-label', text('content.preview'))
    fold.title = text('content.preview')
    card.prepend(fold)
  }
}
