import type { FetchedMessage } from '@loquat/contract'
import { knownFeed } from '../../feed/feeds.ts'
import { mutedPeople } from '../../lib/derived.ts'
import { decodeComponent, parseUrl } from '../../lib/parse.ts'
import { imageSource, isVideoPlayable } from '../../messages/external-images.ts'
import { messages } from '../../session/session.ts'

export interface Picture {
  messageId: number
  /** URL of the file. */
  href: string
  /** URL to display. Images of other sites come through the proxy of this server. */
  source: string
  name: string
  isVideo: boolean
}

/** All pictures around one: those of the whole feed, also of messages that are not drawn. */
export function picturesAround(anchor: HTMLElement): { pictures: Picture[]; at: number } {
  const href = (anchor as HTMLAnchorElement).href
  const messageId = idOf(anchor)
  const key = anchor.closest<HTMLElement>('[role=feed]')?.dataset.feed
  const ids = key === undefined ? [] : (knownFeed(key)?.snapshot().ids ?? [])
  const listed = ids.flatMap((id) => picturesOf(messages.get(id), messageId))
  const at = listed.findIndex((one) => one.messageId === messageId && one.href === href)
  if (at >= 0) return { pictures: listed, at }
  // Outside a feed, such as in a draft.
  const around = anchor.closest('[data-content], [role=dialog], main') ?? document.body
  const links = [...around.querySelectorAll<HTMLAnchorElement>('a[data-do=picture]')]
  const drawn = links.flatMap((link) => pictureIn(link, idOf(link)))
  return { pictures: drawn, at: drawn.findIndex((one) => one.href === href) }
}

/** The link of a picture whose row was drawn again. */
export const drawnAgain = (picture: Picture | undefined): HTMLAnchorElement | undefined =>
  [
    ...document.querySelectorAll<HTMLAnchorElement>(
      `[data-content="${picture?.messageId}"] a[data-do=picture]`,
    ),
  ].find((link) => link.href === picture?.href)

const idOf = (link: HTMLElement) => Number(link.closest<HTMLElement>('[data-content]')?.dataset.content ?? 0)

/** Pictures of a message, without those of muted people, collapsed messages and spoilers. */
function picturesOf(message: FetchedMessage | undefined, openedFrom: number): Picture[] {
  if (message === undefined || !message.content.includes('message_inline_image')) return []
  const isOpener = message.id === openedFrom
  if (!isOpener && (mutedPeople().has(message.sender_id) || message.flags.includes('collapsed'))) return []
  // A parsed document loads no resources.
  const content = new DOMParser().parseFromString(message.content, 'text/html')
  const links = [...content.querySelectorAll<HTMLAnchorElement>(pictureLinks)]
  return links
    .filter((link) => isOpener || link.closest('.spoiler-content') === null)
    .flatMap((link) => pictureIn(link, message.id))
}

/** Embedded videos of other sites are pages, not pictures. */
const pictureLinks = '.message_inline_image:not(.youtube-video) > a[href]'

function pictureIn(link: HTMLAnchorElement, messageId: number): Picture[] {
  const href = absolute(link.getAttribute('href'))
  const media = link.querySelector<HTMLImageElement | HTMLVideoElement>('img, video')
  if (media === null || !/^https?:/.test(href)) return []
  const name = link.title || decodeComponent(href.split('/').at(-1) ?? '')
  const isVideo = media.tagName === 'VIDEO'
  const source = sourceOf(media, href)
  if (isVideo && !isVideoPlayable(source)) return []
  return [{ messageId, href, source: isVideo ? source : imageSource(source), name, isVideo }]
}

/** Empty if the URL is invalid. */
const absolute = (address: string | null, base = location.href) => parseUrl(address ?? '', base)?.href ?? ''

/** Uploads are displayed in full size; formats that browsers do not support are transcoded. */
function sourceOf(media: HTMLImageElement | HTMLVideoElement, href: string): string {
  const drawn = absolute(media.getAttribute('src'))
  const { transcodedImage } = media.dataset
  if (!href.startsWith(`${location.origin}/user_uploads/`)) return drawn
  return transcodedImage === undefined ? href : absolute(transcodedImage, drawn)
}
