import type { RenderContext } from '../context.ts'
import { type Element, inline, type Node, textOf } from '../tree.ts'
import { literal, siteEmbed, websiteCard } from './cards.ts'
import { type Link, linksIn, uploadOf } from './links.ts'
import { type Media, mediaOf, webAddress } from './media.ts'

/** The results of inspecting a message's links. */
export interface LinkInspection {
  hasLink: boolean
  hasImage: boolean
  uploads: string[]
  previewLinks: string[]
}

/** A message with more targets than this is a list of links and gets no previews. */
const maxTargets = 24

/** Inspects every link, and adds the previews to the tree. */
export function inspectLinks(root: Element, context: RenderContext): LinkInspection {
  const links = linksIn(root)
  const uploads = new Set<string>()
  const targets = new Map<string, Link>()
  for (const link of links) {
    const upload = uploadOf(link.href, context.url)
    if (upload !== undefined) uploads.add(upload)
    if (!link.quoted && !targets.has(link.href)) targets.set(link.href, link)
  }
  const previews = new Previews(root, context)
  if (targets.size <= maxTargets) for (const link of targets.values()) previews.add(link)
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
  /** The last preview of each paragraph, after which the next one goes. */
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

/** The text of a link, unless it is just the URL. */
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
 * Whether to fetch a page for its card. Media are not fetched, except videos of a video site for their titles; nor
 * are posts on some sites.
 */
function isFetchable(href: string, media: Media | undefined, context: RenderContext): boolean {
  const url = webAddress(href)
  if (url === undefined || url.hostname === '' || url.host === URL.parse(context.url)?.host) return false
  if (media !== undefined) return media.video !== undefined
  const isPost =
    /^(?:www\.|mobile\.)?(?:twitter|x)\.com$/.test(url.hostname) && /\/status(?:es)?\//.test(url.pathname)
  return !isPost
}
