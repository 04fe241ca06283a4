import type { GifObject, GifProviderName } from '@loquat/contract'

export interface GifQuery {
  /** Empty for popular GIFs. */
  words: string
  /** Start of the page; empty for the first one. */
  position: string
  /** From 1 to 5, as in the setting `giphy_rating`. */
  rating: number
  /** A language code: `en`, `pt-br`. */
  language: string
}

export interface GifPage {
  gifs: GifObject[]
  next: string | null
}

/** A service with GIFs. */
export interface GifProvider {
  name: GifProviderName
  origin: string
  /** Media are at these domains and their subdomains. */
  mediaDomains: readonly string[]
  isPosition(position: string): boolean
  /** Path and query of a request, and its headers. */
  requestFor(query: GifQuery, key: string): { path: string; headers: Record<string, string> }
  /** Throws if the response is not as documented. Leaves GIFs out that lack a size. */
  parse(body: unknown): GifPage
}

export const pageSize = 24

/** Titles are shown and read aloud. */
const maxTitleLength = 200
export const shortTitle = (title: string | undefined): string =>
  (title ?? '').replace(/\s+/g, ' ').trim().slice(0, maxTitleLength)

/** Whether a URL is one of the provider's media, so that a response cannot name other addresses. */
export function isMediaUrl(address: string, { origin, mediaDomains }: GifProvider): boolean {
  const url = URL.parse(address)
  if (url === null || address.length > 1_000 || url.username !== '' || url.password !== '') return false
  if (url.origin === origin) return true
  return (
    url.protocol === 'https:' &&
    mediaDomains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`))
  )
}
