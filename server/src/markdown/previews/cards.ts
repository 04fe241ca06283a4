import type { RenderContext, WebsiteCard } from '../context.ts'
import { inline, type Node } from '../tree.ts'
import { webAddress } from './media.ts'

/** The card of a website. All of it comes from that site, so all of it is text or an attribute. */
export function websiteCard(href: string, card: WebsiteCard, context: RenderContext): Node {
  const image = webAddress(card.image) === undefined ? '' : (context.proxied?.(card.image) ?? card.image)
  return inline(
    'div',
    [
      inline('a', [], {
        class: 'message_embed_image',
        href,
        style: `background-image: url("${escapeCss(image)}")`,
      }),
      inline(
        'div',
        [
          inline('div', [inline('a', [card.title], { href, title: card.title })], {
            class: 'message_embed_title',
          }),
          inline('div', [card.description], { class: 'message_embed_description' }),
        ],
        { class: 'data-container' },
      ),
    ],
    { class: 'message_embed' },
  )
}

/** For a string in double quotes in a style sheet. */
const escapeCss = (text: string) => text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\a ')
