import type { RenderContext, WebsiteCard } from '../context.ts'
import { inline, type Node } from '../tree.ts'
import { webAddress } from './media.ts'

/**
 * The card of a website; none without a picture. All data comes from that site, so it is only used as text or
 * attributes.
 */
export function websiteCard(href: string, card: WebsiteCard, context: RenderContext): Node | undefined {
  if (webAddress(card.image) === undefined) return undefined
  const title = literal(card.title)
  return inline(
    'div',
    [
      inline('a', [], {
        class: 'message_embed_image',
        href,
        style: literal(`background-image: url("${escapeCss(proxied(card.image, context))}")`),
      }),
      inline(
        'div',
        [
          inline('div', [inline('a', [title], { href, title })], { class: 'message_embed_title' }),
          inline('div', [literal(card.description)], { class: 'message_embed_description' }),
        ],
        { class: 'data-container' },
      ),
    ],
    { class: 'message_embed' },
  )
}

/** A picture or video that a website offers. Its HTML is an attribute value for clients, never part of our HTML. */
export function siteEmbed(href: string, { embed }: WebsiteCard, context: RenderContext): Node | undefined {
  if (embed === undefined || webAddress(embed.image) === undefined) return undefined
  const { title, image, html } = embed
  const attributes: Record<string, string> =
    html === undefined ? { href } : { 'data-id': literal(html), href }
  if (title !== '') attributes.title = literal(title)
  const picture = inline('img', [], { src: literal(proxied(image, context)) })
  return inline('div', [inline('a', [picture], attributes)], {
    class: html === undefined ? 'message_inline_image' : 'embed-video message_inline_image',
  })
}

const proxied = (image: string, context: RenderContext) => context.proxied?.(image) ?? image

/**
 * Escapes a website's text completely. In messages, entities stay as typed; here they must not, or a URL could end
 * the string of the style that contains it.
 */
export const literal = (text: string) => text.replace(/&(?=(?:#[0-9]+|#x[0-9a-f]+|[0-9a-z]+);)/gi, '&amp;')

/** For a double-quoted string in CSS. */
const escapeCss = (text: string) => text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\a ')
