import type { Conversation } from '../navigation/conversation.ts'

/** Links in messages use the historical form, which all clients understand. */
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

/** A fence longer than all fences in the text. */
export function fenceFor(text: string): string {
  const longest = [...text.matchAll(/^\s*(`{3,}|~{3,})/gm)].reduce(
    (most, [, mark = '']) => Math.max(most, mark.length),
    2,
  )
  return '`'.repeat(longest + 1)
}

/** A quote in a draft without a recipient was forwarded: replies have one. */
export const hasQuote = (text: string): boolean => /^@_\*\*.+\|\d+\*\* \[.*\]\(.*\):\n`{3,}quote$/m.test(text)

interface QuoteInput {
  name: string
  userId: number
  link: string
  source: string
  said: string
}

/** A quote with a silent mention of the sender and a link. */
export function quoteText({ name, userId, link, source, said }: QuoteInput): string {
  const fence = fenceFor(source)
  return `@_**${name}|${userId}** [${said}](${link}):\n${fence}quote\n${source}\n${fence}\n`
}
