import { parseDocument } from './blocks/blocks.ts'
import { foldFences } from './blocks/fences.ts'
import type { RenderContext } from './context.ts'
import { linesOf } from './normalize.ts'
import { inspectLinks, type LinkInspection } from './previews/previews.ts'
import { htmlLimit, RenderFailure, Session } from './session.ts'
import { block, serialize } from './tree.ts'

export { RenderFailure } from './session.ts'

export interface Rendered extends LinkInspection {
  html: string
  /** Mentions that notify; silent ones are not included. */
  mentions: {
    users: number[]
    groups: number[]
    channelWildcard: boolean
    topicWildcard: boolean
    hereWildcard: boolean
  }
}

/** The HTML of a message, with its mentions and links. Throws `RenderFailure` if a limit is exceeded. */
export function renderMessage(source: string, context: RenderContext): Rendered {
  if (isPlain(source) && context.linkifiers.length === 0) return plainMessage(source)
  if (source.length > htmlLimit) throw new RenderFailure('source')
  const session = new Session(context)
  const root = block('div')
  const [lines, folded] = foldFences(linesOf(source), context.defaultCodeLanguage)
  parseDocument(lines, folded, root, { session, quoted: false, depth: 0 })
  const inspected = inspectLinks(root, context)
  const html = serialize(root.children).trim()
  if (html.length > htmlLimit) throw new RenderFailure('html')
  const { users, groups, channelWildcard, topicWildcard, hereWildcard } = session
  return {
    html,
    mentions: { users: [...users], groups: [...groups], channelWildcard, topicWildcard, hereWildcard },
    ...inspected,
  }
}

/** Fast path for a single line of words without any syntax, which is most messages. */
const isPlain = (source: string) => /^[A-Za-z](?:[A-Za-z0-9 ,!?'"()%=/-]|\.(?=[ .]|$))*$/.test(source)

const plainMessage = (source: string): Rendered => ({
  html: `<p>${source}</p>`,
  mentions: { users: [], groups: [], channelWildcard: false, topicWildcard: false, hereWildcard: false },
  hasLink: false,
  hasImage: false,
  uploads: [],
  previewLinks: [],
})

/** The HTML of a description: like a message, but without previews and emoticons. */
export function renderDescription(description: string, context: RenderContext): string {
  if (description === '') return ''
  const plain = { ...context, emoticons: false, imagePreviews: false, websitePreviews: false }
  return renderMessage(description, plain).html
}
