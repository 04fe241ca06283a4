import type { BodyOf, MessageObject, QueueEvent } from '@loquat/contract'
import { type Api, type ApiOptions, createApi } from './api.ts'
import { type BotContext, type BotIdentity, contextOf, conversationOf, mentions } from './bot/context.ts'
import type { BotCredentials } from './bot/credentials.ts'
import { InOrder } from './bot/in-order.ts'
import { type BotStorage, storageOf } from './bot/storage.ts'
import { LiveSession } from './live.ts'
import type { LiveOptions } from './live-options.ts'

export type { BotContext, BotIdentity } from './bot/context.ts'
export { type BotCredentials, botCredentials } from './bot/credentials.ts'
export type { BotStorage } from './bot/storage.ts'

export interface BotOptions
  extends BotCredentials,
    Pick<ApiOptions, 'clientName' | 'fetch'>,
    Pick<LiveOptions, 'onTrouble' | 'onConnection'> {
  /** Also hears what is said in public channels that the bot is not subscribed to. */
  allPublicChannels?: boolean
  /** A handler failed; the bot goes on. Without this, errors are printed. */
  onError?(error: unknown, message: MessageObject): void
}

export type BotHandler = (context: BotContext) => unknown

/**
 * A bot: what to do about which messages. A message is handled once at most; those of one conversation after each other,
 * in order, while other conversations go on. The bot's own messages are not handled.
 */
export interface Bot {
  readonly api: Api
  readonly storage: BotStorage
  /** Who the bot is; known once it has started. */
  readonly identity: BotIdentity
  /** Somebody mentions the bot in a channel. */
  onMention(handler: BotHandler): Bot
  /** Somebody writes to the bot, or to a group with the bot in it. */
  onDirectMessage(handler: BotHandler): Bot
  /** Every message that the bot receives. */
  onMessage(handler: BotHandler): Bot
  /** Resolves when the bot listens; fails if the server refuses. */
  start(): Promise<void>
  /** Hears nothing new, finishes what it has heard, and closes its queue. */
  stop(): Promise<void>
}

type Occasion = 'mention' | 'direct' | 'any'

export function createBot(options: BotOptions): Bot {
  const { url, email, apiKey, clientName = 'LoquatBot' } = options
  const api = createApi({ url, clientName, credentials: { email, apiKey }, fetch: options.fetch })
  const storage = storageOf(api)
  const handlers: { on: Occasion; handle: BotHandler }[] = []
  const conversations = new InOrder()
  const identity: BotIdentity = { id: 0, name: '' }
  let session: Promise<LiveSession> | undefined

  const report = (error: unknown, message: MessageObject) => {
    if (options.onError === undefined) console.error(error)
    else options.onError(error, message)
  }

  async function handle(message: MessageObject, occasions: readonly Occasion[]): Promise<void> {
    const context = contextOf(message, { ...identity }, api, storage)
    for (const { on, handle } of handlers) {
      if (!occasions.includes(on)) continue
      try {
        await handle(context)
      } catch (error) {
        report(error, message)
      }
    }
  }

  function hear({ message, flags }: BodyOf<'message'>): void {
    if (message.sender_id === identity.id) return
    // Messages that a queue merely listens to have no flags.
    const isMention =
      flags.includes('mentioned') ||
      (options.allPublicChannels === true && mentions(message.content, identity))
    const occasions: Occasion[] = ['any']
    if (message.type === 'private') occasions.push('direct')
    else if (isMention) occasions.push('mention')
    if (!handlers.some(({ on }) => occasions.includes(on))) return
    void conversations.run(conversationOf(message), () => handle(message, occasions))
  }

  function take(event: QueueEvent): void {
    if (event.type === 'message') hear(event)
    if (event.type !== 'realm_user' || event.op !== 'update') return
    const { person } = event
    if (person.user_id === identity.id && 'full_name' in person) identity.name = person.full_name
  }

  async function connect(): Promise<LiveSession> {
    const { user_id, full_name } = await api.getOwnUser()
    Object.assign(identity, { id: user_id, name: full_name })
    const { onTrouble, onConnection } = options
    return await LiveSession.connect(api, {
      register: {
        apply_markdown: false,
        event_types: ['message', 'realm_user'],
        fetch_event_types: [],
        all_public_streams: options.allPublicChannels,
      },
      onEvent: take,
      ...(onTrouble && { onTrouble }),
      ...(onConnection && { onConnection }),
    })
  }

  const on = (occasion: Occasion) => (handle: BotHandler) => {
    handlers.push({ on: occasion, handle })
    return bot
  }

  const bot: Bot = {
    api,
    storage,
    identity,
    onMention: on('mention'),
    onDirectMessage: on('direct'),
    onMessage: on('any'),
    start: async () => {
      if (session !== undefined) throw new Error('This bot has been started already.')
      session = connect()
      await session.catch((error: unknown) => {
        session = undefined
        throw error
      })
    },
    stop: async () => {
      const ending = session
      session = undefined
      await (await ending)?.close()
      await conversations.idle()
    },
  }
  return bot
}
