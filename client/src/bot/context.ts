import type { Component, MessageObject } from '@loquat/contract'
import type { Api } from '../api.ts'
import type { BotStorage } from './storage.ts'

/** The bot's own account. */
export interface BotIdentity {
  id: number
  name: string
}

/** A message, with actions for responding to it. */
export interface BotContext {
  message: MessageObject
  /** The Markdown content, without the mention of the bot. */
  text: string
  /** Replies in the same conversation, with buttons and menus if given. Returns the ID of the reply. */
  reply(markdown: string, components?: readonly Component[]): Promise<number>
  /** Adds an emoji reaction: `tada`. */
  react(emoji: string): Promise<void>
  storage: BotStorage
  api: Api
  bot: BotIdentity
}

export function contextOf(
  message: MessageObject,
  bot: BotIdentity,
  api: Api,
  storage: BotStorage,
): BotContext {
  return {
    message,
    text: withoutMention(message.content, bot),
    reply: async (content, components) => {
      const sent = components === undefined ? {} : { components: [...components] }
      return (await api.sendMessage({ ...placeOf(message, bot), content, ...sent })).id
    },
    react: async (emoji) => {
      await api.addReaction({ message_id: message.id, emoji_name: emoji.replaceAll(':', '') })
    },
    storage,
    api,
    bot,
  }
}

/** Messages with the same key belong to one conversation. */
export function conversationOf({ type, stream_id, subject, display_recipient }: MessageObject): string {
  if (type === 'stream') return `channel ${stream_id} ${subject.toLowerCase()}`
  return `direct ${idsIn(display_recipient).join(',')}`
}

function placeOf({ type, stream_id, subject, display_recipient }: MessageObject, bot: BotIdentity) {
  if (type === 'stream') return { type: 'channel' as const, to: stream_id, topic: subject }
  return { type: 'direct' as const, to: idsIn(display_recipient).filter((id) => id !== bot.id) }
}

const idsIn = (recipient: MessageObject['display_recipient']) =>
  typeof recipient === 'string' ? [] : recipient.map(({ id }) => id).sort((a, b) => a - b)

const mention = /[ \t]*@\*\*([^*]+)\*\*[:,]?[ \t]*/g

/** A mention is `@**Name**`, or includes the ID if several users have the same name. */
const isOf = (name: string | undefined, bot: BotIdentity) =>
  [bot.name, `${bot.name}|${bot.id}`, `|${bot.id}`].some((one) => one.toLowerCase() === name?.toLowerCase())

export const mentions = (text: string, bot: BotIdentity): boolean =>
  [...text.matchAll(mention)].some(([, name]) => isOf(name, bot))

const withoutMention = (text: string, bot: BotIdentity) =>
  text.replace(mention, (whole, name: string) => (isOf(name, bot) ? ' ' : whole)).trim()
