import type { RenderContext } from '../context.ts'
import { type Element, inline, type Node, textOf } from '../tree.ts'
import { literal, siteEmbed, websiteCard } from './cards.ts'
import { type Link, linksIn, uploadOf } from './links.ts'
import { type Media, mediaOf, webAddress } from './media.ts'

/** What the links of a message mean beyond themselves. */
export interface Inspected {
  hasLink: boolean
  hasImage: boolean
  uploads: string[]
  previewLinks: string[]
}

/** With more targets than this, a message is a list of links, and none of them is previewed. */
const mostTargets = 24

/** Looks at every link, and adds the previews to the tree. */
export function inspectLinks(root: Element, context: RenderContext): Inspected {
  const links = linksIn(root)
  const uploads = new Set<string>()
  const targets = new Map<string, Link>()
  for (const link of links) {
    const upload = uploadOf(link.href, context.url)
    if (upload !== undefined) uploads.add(upload)
    if (!link.quoted && !targets.has(link.href)) targets.set(link.href, link)
  }
  const previews = new Previews(root, context)
  if (targets.size <= mostTargets) for (const link of targets.values()) previews.add(link)
  return {
    hasLink: links.length > 0,
    hasImage: previews.hasImage,
    uploads: [...uploads],
    previewLinks: previews.fetchable,
  }
}

class Previews {
  hasImage = false
  readonly fetchable: string[] = []
  readonly #root: Element
  readonly #context: RenderContext
  /** After what the next preview of a paragraph goes: the one before it. */
  readonly #last = new Map<Element, Node>()

  constructor(root: Element, context: RenderContext) {
    this.#root = root
    this.#context = context
  }

  add(link: Link): void {
    const { imagePreviews, websitePreviews } = this.#context
    const media = imagePreviews || websitePreviews ? mediaOf(link.href, this.#context) : undefined
    const named = nameOf(link)
    if (media !== undefined && imagePreviews) {
      if (media.isImage) this.hasImage = true
      this.#place(link, mediaElement(media, named), named === undefined && media.video === undefined)
    }
    if (!websitePreviews || !isFetchable(link.href, media, this.#context)) return
    this.fetchable.push(link.href)
    const card = this.#context.websiteCard(link.href)
    if (card === undefined) return
    if (media !== undefined) {
      if (named === undefined && card.title !== '')
        link.element.children = [`YouTube - ${literal(card.title)}`]
      return
    }
    const embed = siteEmbed(link.href, card, this.#context)
    if (embed !== undefined) this.hasImage = true
    const shown = embed ?? websiteCard(link.href, card, this.#context)
    if (shown !== undefined) this.#root.children.push(shown)
  }

  /** After the paragraph of the link, in its list item, or else at the end of the message. */
  #place(link: Link, preview: Node, replaces: boolean): void {
    const { parent, container } = link
    const alone = replaces && parent.children.every((child) => child === link.element || isSpace(child))
    if (parent.tag === 'p' && container !== undefined) {
      const at = container.children.indexOf(this.#last.get(parent) ?? parent)
      container.children.splice(alone ? at : at + 1, alone ? 1 : 0, preview)
      this.#last.set(parent, preview)
    } else if (parent.tag === 'li') {
      if (alone) parent.children = []
      parent.children.push(preview)
    } else {
      this.#root.children.push(preview)
    }
  }
}

const isSpace = (node: Node) => typeof node === 'string' && node.trim() === ''

/** What a link is called, if its text is not just its address. */
function nameOf({ element, href }: Link): string | undefined {
  const text = textOf(element.children)
  return text === href ? undefined : text
}

function mediaElement({ frame, href, content, video }: Media, name: string | undefined): Node {
  const attributes: Record<string, string> = { href }
  if (name !== undefined) attributes.title = name
  const link = video === undefined ? attributes : { 'data-id': video.id, href }
  return inline('div', [inline('a', [content], link)], { class: frame })
}

/**
 * Pages of other sites. Of media only films of a video site, for their titles; of posts on some sites nothing
 * is told.
 */
function isFetchable(href: string, media: Media | undefined, context: RenderContext): boolean {
  const url = webAddress(href)
  if (url === undefined || url.hostname === '' || url.host === URL.parse(context.url)?.host) return false
  if (media !== undefined) return media.video !== undefined
  const isPost =
    /^(?:www\.|mobile\.)?(?:twitter|x)\.com$/.test(url.hostname) && /\/status(?:es)?\//.test(url.pathname)
  return !isPost
}
