import { drawEmoji } from '../emoji/emoji-characters.ts'
import { decodeComponent, parseUrl } from '../lib/parse.ts'
import { localPicture } from '../messages/local-pictures.ts'
import { isServerPath } from '../navigation/narrow-codec.ts'
import { addressOf, viewOf } from '../navigation/router.ts'
import { personById } from '../people/people.ts'
import { myId, org } from '../session/session.ts'
import type { Text } from '../texts/texts.tsx'
import { contentButton } from './content-button.ts'
import type { ContentContext } from './content-context.ts'
import { replaceExternalMedia } from './content-external.ts'
import { replaceFileLinks } from './content-files.ts'
import { addHidePreviewButtons, arrangePictures, foldDeepQuotes } from './content-folds.ts'
import { sanitizedNodes } from './sanitize.ts'

const maxCached = 500
const cache = new Map<string, DocumentFragment>()

/**
 * The content of a message as sanitized nodes, with current names, local times and buttons. The feed handles clicks on
 * buttons (`data-do`).
 */
export function contentNodes(html: string, locale: string, text: Text): DocumentFragment {
  const key = `${locale}\n${html}`
  const known = cache.get(key)
  if (known !== undefined) return known.cloneNode(true) as DocumentFragment
  const nodes = sanitizedNodes(html)
  for (const enhance of [
    replaceExternalMedia,
    drawEmoji,
    mentions,
    times,
    links,
    code,
    spoilers,
    replaceFileLinks,
    pictures,
    videos,
    arrangePictures,
    foldDeepQuotes,
    addHidePreviewButtons,
    tables,
    formulas,
  ]) {
    enhance(nodes, { locale, text })
  }
  cache.set(key, nodes)
  if (cache.size > maxCached) cache.delete(cache.keys().next().value ?? '')
  return nodes.cloneNode(true) as DocumentFragment
}

/** Drops rendered content after names or settings changed. */
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
  const found = nodes.querySelectorAll('time[datetime]')
  // Few messages have times, and a format takes as long to create as all other nodes of a message.
  if (found.length === 0) return
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', ...clock() })
  for (const time of found) {
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

/** Links to the app open in place; all others in a new tab without referrer or opener. */
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
        bar.append(contentButton('playground', text('content.tryIn', { name }), { template }))
      }
    }
    const wrap = contentButton('wrap-code', text('content.wrap'))
    wrap.setAttribute('aria-pressed', 'false')
    bar.append(wrap, contentButton('copy-code', text('common.copy')))
    block.prepend(bar)
    // Focusable, so that long lines can be scrolled by keyboard.
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
    const toggle = contentButton('spoiler', '')
    toggle.setAttribute('aria-expanded', 'false')
    toggle.append(...header.childNodes)
    if (toggle.textContent?.trim() === '') toggle.textContent = text('content.spoiler')
    header.replaceChildren(toggle)
    content.hidden = true
  }
}

const lightboxLinks = '.message_inline_image:not(.youtube-video) > a'

/** Sizes pictures by their original dimensions, so that nothing moves when they load. */
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

/** Shows the local copy of a picture until the server has a thumbnail. */
function showLocal(image: HTMLImageElement): void {
  if (!image.classList.contains('image-loading-placeholder')) return
  const local = localPicture(image.closest('a')?.getAttribute('href') ?? '')
  if (local === undefined) return
  image.classList.remove('image-loading-placeholder')
  image.src = local.source
}

/** Adds the label of the duration, which is filled in once metadata is loaded. */
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

/** Fits on one line of any phone. */
const maxShortFormulaCharacters = 16

/** Makes long formulas focusable, so that they can be scrolled by keyboard. */
function formulas(nodes: DocumentFragment): void {
  for (const formula of nodes.querySelectorAll<HTMLElement>('.katex')) {
    const { length } = formula.querySelector('.katex-html')?.textContent ?? ''
    if (length > maxShortFormulaCharacters) formula.tabIndex = 0
  }
}
