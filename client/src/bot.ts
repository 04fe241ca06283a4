import type { BodyOf, InteractionObject, MessageObject, QueueEvent } from '@loquat/contract'
import { type Api, type ApiOptions, createApi } from './api.ts'
import { type BotContext, type BotIdentity, contextOf, conversationOf, mentions } from './bot/context.ts'
import type { BotCredentials } from './bot/credentials.ts'
import { KeyedTaskQueue } from './bot/in-order.ts'
import { type CommandDeclaration, type InteractionHandler, InteractionHandlers } from './bot/interactions.ts'
import { type BotStorage, storageOf } from './bot/storage.ts'
import { LiveSession } from './live.ts'
import type { LiveOptions } from './live-options.ts'

export type { Component, InteractionObject } from '@loquat/contract'
export type { BotContext, BotIdentity } from './bot/context.ts'
export { type BotCredentials, botCredentials } from './bot/credentials.ts'
export type { CommandDeclaration, InteractionContext, InteractionHandler } from './bot/interactions.ts'
export type { BotStorage } from './bot/storage.ts'

export interface BotOptions
  extends BotCredentials,
    Pick<ApiOptions, 'clientName' | 'fetch'>,
    Pick<LiveOptions, 'onTrouble' | 'onConnection'> {
  /** Also receives messages in public channels that the bot is not subscribed to. */
  allPublicChannels?: boolean
  /** Called when a handler fails; the bot continues. By default, errors are printed. */
  onError?(error: unknown, message: MessageObject): void
  /** The same for handlers of components and commands. */
  onInteractionError?(error: unknown, interaction: InteractionObject): void
}

export type BotHandler = (context: BotContext) => unknown

/**
 * A bot with its message handlers. Handles each message at most once. Messages of the same conversation are handled
 * sequentially, in order; different conversations run concurrently. The bot's own messages are ignored.
 */
export interface Bot {
  readonly api: Api
  readonly storage: BotStorage
  /** The bot's own account; set once the bot has started. */
  readonly identity: BotIdentity
  /** Handles mentions of the bot in channels. */
  onMention(handler: BotHandler): Bot
  /** Handles direct messages to the bot, including group conversations. */
  onDirectMessage(handler: BotHandler): Bot
  /** Handles every message that the bot receives. */
  onMessage(handler: BotHandler): Bot
  /** Handles uses of a component of the bot's messages; `approve` also handles `approve:17`. */
  action(componentId: string, handler: InteractionHandler): Bot
  /** Handles a slash command, which is registered when the bot starts. */
  command(declaration: CommandDeclaration, handler: InteractionHandler): Bot
  /** Resolves when the bot is connected; rejects if the server refuses. */
  start(): Promise<void>
  /** Stops receiving messages, finishes running handlers, and closes the event queue. */
  stop(): Promise<void>
}

type MessageTrigger = 'mention' | 'direct' | 'any'

export function createBot(options: BotOptions): Bot {
  const { url, email, apiKey, clientName = 'LoquatBot' } = options
  const api = createApi({ url, clientName, credentials: { email, apiKey }, fetch: options.fetch })
  const storage = storageOf(api)
  const handlers: { on: MessageTrigger; handle: BotHandler }[] = []
  const conversations = new KeyedTaskQueue()
  const identity: BotIdentity = { id: 0, name: '' }
  let session: Promise<LiveSession> | undefined

  const report = (error: unknown, message: MessageObject) => {
    if (options.onError === undefined) console.error(error)
    else options.onError(error, message)
  }
  const onError = options.onInteractionError ?? ((error: unknown) => console.error(error))
  const interactions = new InteractionHandlers({ api, storage, identity, onError })

  async function handle(message: MessageObject, triggers: readonly MessageTrigger[]): Promise<void> {
    const context = contextOf(message, { ...identity }, api, storage)
    for (const { on, handle } of handlers) {
      if (!triggers.includes(on)) continue
      try {
        await handle(context)
      } catch (error) {
        report(error, message)
      }
    }
  }

  function receive({ message, flags }: BodyOf<'message'>): void {
    if (message.sender_id === identity.id) return
    // Messages from channels without a subscription carry no flags.
    const isMention =
      flags.includes('mentioned') ||
      (options.allPublicChannels === true && mentions(message.content, identity))
    const triggers: MessageTrigger[] = ['any']
    if (message.type === 'private') triggers.push('direct')
    else if (isMention) triggers.push('mention')
    if (!handlers.some(({ on }) => triggers.includes(on))) return
    void conversations.run(conversationOf(message), () => handle(message, triggers))
  }

  function take(event: QueueEvent): void {
    if (event.type === 'message') receive(event)
    if (event.type === 'interaction') interactions.receive(event.interaction)
    if (event.type !== 'realm_user' || event.op !== 'update') return
    const { person } = event
    if (person.user_id === identity.id && 'full_name' in person) identity.name = person.full_name
  }

  async function connect(): Promise<LiveSession> {
    const { user_id, full_name } = await api.getOwnUser()
    Object.assign(identity, { id: user_id, name: full_name })
    const { onTrouble, onConnection } = options
    const live = await LiveSession.connect(api, {
      register: {
        apply_markdown: false,
        event_types: ['message', 'realm_user', 'interaction'],
        fetch_event_types: [],
        client_capabilities: { interactive_messages: true },
        all_public_streams: options.allPublicChannels,
      },
      onEvent: take,
      ...(onTrouble && { onTrouble }),
      ...(onConnection && { onConnection }),
    })
    // After connecting, so that no command is lost.
    await interactions.register().catch(async (error: unknown) => {
      await live.close()
      throw error
    })
    return live
  }

  const on = (trigger: MessageTrigger) => (handle: BotHandler) => {
    handlers.push({ on: trigger, handle })
    return bot
  }

  const bot: Bot = {
    api,
    storage,
    identity,
    onMention: on('mention'),
    onDirectMessage: on('direct'),
    onMessage: on('any'),
    action: (componentId, handler) => {
      interactions.action(componentId, handler)
      return bot
    },
    command: (declaration, handler) => {
      interactions.command(declaration, handler)
      return bot
    },
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
      await interactions.idle()
    },
  }
  return bot
}
