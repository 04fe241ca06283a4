import type { NamedChannel, RenderContext } from '../context.ts'
import { inline, type Node } from '../tree.ts'
import { opening } from './mentions.ts'
import type { Pass } from './pass.ts'
import { replaceMatches } from './piece.ts'

const reference = new RegExp(String.raw`${opening}#\*\*([^*]+)\*\*`, 'g')

/** Links to channels, topics and messages: `#**channel**`, `#**channel>topic**`, `#**channel>topic@12**`. */
export const channelLinks: Pass = {
  trigger: /#\*\*/,
  apply: (piece, { session: { context } }) =>
    replaceMatches(
      piece,
      reference,
      ([, name = '']) => topicLink(name, context) ?? channelLink(name, context),
    ),
}

function channelLink(name: string, context: RenderContext): Node | undefined {
  const channel = context.channelByName(name)
  if (channel === undefined) return undefined
  return inline('a', [`#${channel.name}`], {
    class: 'stream',
    'data-stream-id': String(channel.id),
    href: channelHref(channel),
  })
}

function topicLink(reference: string, context: RenderContext): Node | undefined {
  const [, name = '', target = ''] = /^([^>]+)>(.*)$/s.exec(reference) ?? []
  const channel = name === '' ? undefined : context.channelByName(name)
  if (channel === undefined) return undefined
  const message = /^(.*)@(\d+)$/s.exec(target)
  const topic = message?.[1] ?? target
  const shown = topic === '' ? [inline('em', [context.emptyTopicName])] : [topic]
  const href = topicHref(channel, topic)
  if (message !== null) {
    return inline('a', [`#${channel.name} > `, ...shown, ' @ 💬'], {
      class: 'message-link',
      href: `${href}/near/${message[2]}`,
    })
  }
  const oldest = context.oldestMessageIn(channel.id, topic)
  return inline('a', [`#${channel.name} > `, ...shown], {
    class: 'stream-topic',
    'data-stream-id': String(channel.id),
    href: oldest === undefined ? href : `${href}/with/${oldest}`,
  })
}

const channelHref = ({ id, name }: NamedChannel) =>
  `/#narrow/channel/${id}-${encodeFragment(name.replaceAll(' ', '-'))}`

export const topicHref = (channel: NamedChannel, topic: string) =>
  `${channelHref(channel)}/topic/${encodeFragment(topic)}`

/** Percent-encoding with dots, which browsers leave unchanged in fragments. */
export function encodeFragment(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[.!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}

/** The topics that a text links to, so that their oldest messages can be looked up before rendering. */
export function topicsNamedIn(source: string): { channel: string; topic: string }[] {
  return Array.from(source.matchAll(/#\*\*([^*>]+)>([^*]*)\*\*/g), ([, channel = '', topic = '']) => ({
    channel,
    topic,
  }))
}
