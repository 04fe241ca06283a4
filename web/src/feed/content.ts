import { drawEmoji } from '../emoji/emoji-characters.ts'
import { decodeComponent, parseUrl } from '../lib/parse.ts'
import { localPicture } from '../messages/local-pictures.ts'
import { isServerPath } from '../navigation/narrow-codec.ts'
import { addressOf, viewOf } from '../navigation/router.ts'
import { personById } from '../people/people.ts'
import { myId, org } from '../session/session.ts'
import type { Text } from '../texts/texts.tsx'
import { button } from './content-button.ts'
import type { ContentContext } from './content-context.ts'
import { files } from './content-files.ts'
import { cards, grids, quotes } from './content-folds.ts'
import { sanitizedNodes } from './sanitize.ts'

const maxCached = 500
const cache = new Map<string, DocumentFragment>()

/**
 * The text of a message as nodes. Cleaned, and then given what only this reader's browser knows: names as they are now, local times, buttons. Buttons do nothing by themselves: the
 * feed listens for clicks on them (`data-do`).
 */
export function contentNodes(html: string, locale: string, text: Text): DocumentFragment {
  const key = `${locale}\n${html}`
  const known = cache.get(key)
  if (known !== undefined) return known.cloneNode(true) as DocumentFragment
  const nodes = sanitizedNodes(html)
  for (const enhance of [
    drawEmoji,
    mentions,
    times,
    links,
    code,
    spoilers,
    files,
    pictures,
    videos,
    grids,
    quotes,
    cards,
    tables,
    formulas,
  ]) {
    enhance(nodes, { locale, text })
  }
  cache.set(key, nodes)
  if (cache.size > maxCached) cache.delete(cache.keys().next().value ?? '')
  return nodes.cloneNode(true) as DocumentFragment
}

/** When names or settings change, what was made with the old ones is worth nothing. */
export const clearContentCache = () => cache.clear()

function mentions(nodes: DocumentFragment): void {
  for (const mention of nodes.querySelectorAll<HTMLElement>('.user-mention[data-user-id]')) {
    const id = Number(mention.dataset.userId)
    const person = personById(id)
    if (person === undefined) continue
    mention.textContent = mention.classList.contains('silent') ? person.full_name : `@${person.full_name}`
    mention.classList.toggle('mention-me', id === myId())
    mention.setAttribute('role', 'button')
    mention.tabIndex = 0
    mention.dataset.do = 'person'
  }
}

function times(nodes: DocumentFragment, { locale }: ContentContext): void {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', ...clock() })
  for (const time of nodes.querySelectorAll('time[datetime]')) {
    const date = new Date(time.getAttribute('datetime') ?? '')
    if (Number.isNaN(date.valueOf())) continue
    time.textContent = format.format(date)
    time.setAttribute(
      'title',
      date.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'long', ...clock() }),
    )
  }
}

const clock = () => {
  const is24 = org().user_settings?.twenty_four_hour_time
  return is24 === undefined || is24 === null ? {} : { hour12: !is24 }
}

/** Addresses of ours open in the app, all others in a tab of their own that learns nothing of us. */
function links(nodes: DocumentFragment): void {
  for (const link of nodes.querySelectorAll('a[href]')) {
    const url = parseUrl(link.getAttribute('href') ?? '', location.href)
    if (url?.origin === location.origin && !isServerPath(url.pathname)) {
      const view = viewOf(url.pathname + url.search + url.hash)
      if (view.kind !== 'not-found') link.setAttribute('href', addressOf(view))
      continue
    }
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
}

function code(nodes: DocumentFragment, { text }: ContentContext): void {
  for (const block of nodes.querySelectorAll<HTMLElement>('.codehilite')) {
    const bar = document.createElement('div')
    bar.className = 'code-bar'
    const language = block.dataset.codeLanguage
    if (language !== undefined) {
      const label = document.createElement('span')
      label.textContent = language
      bar.append(label)
      for (const { name, url_template: template } of playgrounds(language)) {
        bar.append(button('playground', text('content.tryIn', { name }), { template }))
      }
    }
    const wrap = button('wrap-code', text('content.wrap'))
    wrap.setAttribute('aria-pressed', 'false')
    bar.append(wrap, button('copy-code', text('common.copy')))
    block.prepend(bar)
    // Long lines scroll, which somebody without a mouse can only do with the focus inside.
    block.querySelector('pre')?.setAttribute('tabindex', '0')
  }
}

const playgrounds = (language: string) =>
  (org().realm_playgrounds ?? []).filter((one) => one.highlight_language === language)

function spoilers(nodes: DocumentFragment, { text }: ContentContext): void {
  for (const block of nodes.querySelectorAll<HTMLElement>('.spoiler-block')) {
    const header = block.querySelector<HTMLElement>('.spoiler-header')
    const content = block.querySelector<HTMLElement>('.spoiler-content')
    if (header === null || content === null) continue
    const toggle = button('spoiler', '')
    toggle.setAttribute('aria-expanded', 'false')
    toggle.append(...header.childNodes)
    if (toggle.textContent?.trim() === '') toggle.textContent = text('content.spoiler')
    header.replaceChildren(toggle)
    content.hidden = true
  }
}

const lightboxLinks = '.message_inline_image:not(.youtube-video) > a'

/** Uploaded pictures say how large they are, so their box is there before they are. */
function pictures(nodes: DocumentFragment): void {
  for (const box of nodes.querySelectorAll<HTMLAnchorElement>(lightboxLinks)) {
    box.dataset.do = 'picture'
    box.removeAttribute('target')
    if (box.title === '') box.setAttribute('aria-label', decodeComponent(box.href.split('/').at(-1) ?? ''))
  }
  for (const image of nodes.querySelectorAll<HTMLImageElement>('.message_inline_image img')) {
    const [width = 0, height = 0] = (image.dataset.originalDimensions ?? '').split('x').map(Number)
    image.loading = 'lazy'
    image.decoding = 'async'
    image.alt = image.closest('a')?.title ?? ''
    showLocal(image)
    if (width > 0 && height > 0) {
      const scale = Math.min(1, 480 / width, 360 / height)
      image.width = Math.max(1, Math.round(width * scale))
      image.height = Math.max(1, Math.round(height * scale))
    } else {
      image.width = 320
      image.height = 180
    }
  }
}

/** Until there is a thumbnail, a picture that was uploaded here is shown from here. */
function showLocal(image: HTMLImageElement): void {
  if (!image.classList.contains('image-loading-placeholder')) return
  const local = localPicture(image.closest('a')?.getAttribute('href') ?? '')
  if (local === undefined) return
  image.classList.remove('image-loading-placeholder')
  image.src = local.source
}

/** The duration is known once the video says it. */
function videos(nodes: DocumentFragment, { text }: ContentContext): void {
  for (const box of nodes.querySelectorAll<HTMLAnchorElement>('.message_inline_video > a')) {
    const name = box.title || (box.getAttribute('aria-label') ?? '')
    box.setAttribute('aria-label', text('content.play', { name }))
    const duration = document.createElement('span')
    duration.className = 'video-duration'
    box.append(duration)
  }
}

function tables(nodes: DocumentFragment): void {
  for (const table of nodes.querySelectorAll('table')) {
    const frame = document.createElement('div')
    frame.className = 'table-frame'
    frame.tabIndex = 0
    table.replaceWith(frame)
    frame.append(table)
  }
}

/** So many signs fit on a line of any phone. */
const maxShortFormulaCharacters = 16

/** A long formula may have to be scrolled, as long lines of code. */
function formulas(nodes: DocumentFragment): void {
  for (const formula of nodes.querySelectorAll<HTMLElement>('.katex')) {
    const { length } = formula.querySelector('.katex-html')?.textContent ?? ''
    if (length > maxShortFormulaCharacters) formula.tabIndex = 0
  }
}
