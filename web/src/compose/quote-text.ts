import type { Conversation } from '../navigation/conversation.ts'

/** Addresses inside messages are read by every client of the protocol, so they have the form that all know. */
const encodeSegment = (text: string) =>
  encodeURIComponent(text)
    .replace(/[!'()*.~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')

export function messageLink(
  base: string,
  conversation: Conversation,
  id: number,
  channelName: string,
): string {
  if (conversation.kind === 'dm') return `${base}/#narrow/dm/${conversation.userIds.join(',')}-dm/near/${id}`
  const channel = `${conversation.channelId}-${encodeSegment(channelName.replaceAll(' ', '-'))}`
  return `${base}/#narrow/channel/${channel}/topic/${encodeSegment(conversation.topic)}/near/${id}`
}

/** Longer than every fence inside, so that none of them ends it. */
export function fenceFor(text: string): string {
  const longest = [...text.matchAll(/^\s*(`{3,}|~{3,})/gm)].reduce(
    (most, [, mark = '']) => Math.max(most, mark.length),
    2,
  )
  return '`'.repeat(longest + 1)
}

/** Replies have a recipient, so a quote in a draft without one was forwarded. */
export const hasQuote = (text: string): boolean => /^@_\*\*.+\|\d+\*\* \[.*\]\(.*\):\n`{3,}quote$/m.test(text)

interface QuoteInput {
  name: string
  userId: number
  link: string
  source: string
  said: string
}

/** Who said what, with a mention that tells nobody, and where. */
export function quoteText({ name, userId, link, source, said }: QuoteInput): string {
  const fence = fenceFor(source)
  return `@_**${name}|${userId}** [${said}](${link}):\n${fence}quote\n${source}\n${fence}\n`
}
