import type { PreviewCard } from '../../../db/tables/link-previews.ts'
import { firstCharacters } from '../../../text.ts'

/** A page's metadata and its oEmbed URL. */
export interface PageMetadata extends PreviewCard {
  oEmbed?: string
}

const limits = { title: 300, description: 1_000, address: 2_000 }
/** Parsing stops at this depth, because its cost grows with depth. No real page is deeper. */
const maxDepth = 512
const chunkLength = 16_384
const maxTextLength = 4_000

/** Parses a page's metadata: Open Graph first, then generic elements. */
export async function parsePage(html: string, url: URL): Promise<PageMetadata> {
  const { Parser } = await import('htmlparser2')
  const found = new MetadataCollector()
  const parser = new Parser(
    {
      onopentag: (name, attributes) => found.open(name, attributes),
      ontext: (text) => found.text(text),
      onclosetag: (name) => found.close(name),
    },
    { decodeEntities: true },
  )
  for (let at = 0; at < html.length && found.depth < maxDepth; at += chunkLength) {
    parser.write(html.slice(at, at + chunkLength))
  }
  return found.page(url)
}

class MetadataCollector {
  depth = 0
  readonly #meta = new Map<string, string>()
  readonly #links = new Map<string, string>()
  /** The first title, and the first nonempty paragraph. */
  readonly #texts = { title: '', p: '' }
  #collecting: 'title' | 'p' | undefined
  #base: string | undefined

  open(name: string, attributes: Record<string, string>): void {
    this.depth++
    if (name === 'meta') this.#note(this.#meta, attributes.property ?? attributes.name, attributes.content)
    else if (name === 'link') this.#noteLink(attributes)
    else if (name === 'base') this.#base ??= attributes.href
    else if ((name === 'title' || name === 'p') && this.#texts[name].trim() === '') {
      this.#collecting = name
    } else if (name === 'script' || name === 'style') this.#collecting = undefined
  }

  close(name: string): void {
    this.depth--
    if (name === this.#collecting) this.#collecting = undefined
  }

  text(text: string): void {
    if (this.#collecting === undefined || this.#texts[this.#collecting].length > maxTextLength) return
    this.#texts[this.#collecting] += text
  }

  #noteLink({ rel = '', type = '', href }: Record<string, string>): void {
    const rels = rel.toLowerCase().split(/\s+/)
    if (rels.includes('alternate') && /^(?:application|text)\/json\+oembed$/i.test(type.trim())) {
      this.#note(this.#links, 'oembed', href)
    }
    if (rels.includes('image_src')) this.#note(this.#links, 'image', href)
  }

  #note(map: Map<string, string>, key: string | undefined, value: string | undefined): void {
    const name = key?.trim().toLowerCase()
    if (name === undefined || map.has(name) || value === undefined || value.trim() === '') return
    map.set(name, value)
  }

  page(url: URL): PageMetadata {
    const base = URL.parse(this.#base ?? '', url.href) ?? url
    const first = (...names: string[]) => {
      for (const name of names) {
        const value = this.#meta.get(name)
        if (value !== undefined) return value
      }
      return undefined
    }
    const title = first('og:title', 'twitter:title') ?? this.#texts.title
    const description = first('og:description', 'twitter:description', 'description') ?? this.#texts.p
    const image =
      first('og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image') ?? this.#links.get('image')
    const oEmbed = absoluteUrl(this.#links.get('oembed'), base)
    return {
      title: plainTitle(title) || url.host,
      description: plain(description, limits.description),
      image: absoluteUrl(image, base),
      ...(oEmbed === '' ? {} : { oEmbed }),
    }
  }
}

/** One line of text without control or bidirectional characters. */
const plain = (text: string, limit: number) =>
  firstCharacters(text.replace(/[\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim(), limit)

export const plainTitle = (text: string) => plain(text, limits.title)

/** The absolute http(s) URL, or empty. An absolute URL stays as written. */
export function absoluteUrl(address: string | undefined, base: URL): string {
  const written = (address ?? '').trim()
  if (written === '' || /[\p{Cc}\p{Cs}]/u.test(written)) return ''
  const url = URL.parse(written) ?? URL.parse(written, base.href)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return ''
  const whole = /^https?:\/\//i.test(written) ? written : url.href
  return whole.length > limits.address ? '' : whole
}
