import type { BotCommandInput, Component, FieldValue, InteractionObject } from '@loquat/contract'
import type { Api } from '../api.ts'
import type { BotIdentity } from './context.ts'
import { KeyedTaskQueue } from './in-order.ts'
import type { BotStorage } from './storage.ts'

/** A click, a choice, a form or a command of a user, with actions for responding to it. */
export interface InteractionContext {
  interaction: InteractionObject
  /** ID of the user who acted. */
  userId: number
  /** The value of the button, or of the option that was chosen. */
  value: string
  /** Values of a form, by the ID of the field. */
  fields: Readonly<Record<string, FieldValue>>
  /** The text after the name of a command. */
  arguments: string
  /** Sends a message where the user acted, with components if given. */
  reply(markdown: string, components?: readonly Component[]): Promise<void>
  /** Shows a text only to the user who acted. */
  whisper(markdown: string): Promise<void>
  /** Replaces the text, if given, and the components of the message; without components, they are removed. */
  update(change: { text?: string; components?: readonly Component[] }): Promise<void>
  storage: BotStorage
  api: Api
  bot: BotIdentity
}

export type InteractionHandler = (context: InteractionContext) => unknown

/** A command as registered: a name, or a name with the texts for suggestions. */
export type CommandDeclaration = Pick<BotCommandInput, 'name'> & Partial<BotCommandInput>

interface Host {
  api: Api
  storage: BotStorage
  identity: BotIdentity
  onError(error: unknown, interaction: InteractionObject): void
}

/** The handlers of a bot's components and commands. Interactions with one message are handled in order. */
export class InteractionHandlers {
  readonly #host: Host
  readonly #actions = new Map<string, InteractionHandler>()
  readonly #commands = new Map<string, { declared: BotCommandInput; handle: InteractionHandler }>()
  readonly #queue = new KeyedTaskQueue()

  constructor(host: Host) {
    this.#host = host
  }

  /** Handles a component with this ID, or with an ID that begins with it and a colon: `approve`, `approve:17`. */
  action(componentId: string, handle: InteractionHandler): void {
    this.#actions.set(componentId, handle)
  }

  command({ name, description = '', usage = '' }: CommandDeclaration, handle: InteractionHandler): void {
    this.#commands.set(name, { declared: { name, description, usage }, handle })
  }

  /** Registers the commands. A bot without any leaves those on the server alone. */
  async register(): Promise<void> {
    if (this.#commands.size === 0) return
    const commands = [...this.#commands.values()].map(({ declared }) => declared)
    await this.#host.api.setBotCommands({ commands })
  }

  receive(interaction: InteractionObject): void {
    const handle = this.#handlerOf(interaction)
    if (handle === undefined) return
    const { message_id, interaction_id } = interaction
    const key = message_id === undefined ? `command ${interaction_id}` : `message ${message_id}`
    void this.#queue.run(key, async () => {
      try {
        await handle(this.#contextOf(interaction))
      } catch (error) {
        this.#host.onError(error, interaction)
      }
    })
  }

  idle(): Promise<void> {
    return this.#queue.idle()
  }

  #handlerOf({ command, component_id = '' }: InteractionObject): InteractionHandler | undefined {
    if (command !== undefined) return this.#commands.get(command)?.handle
    const colon = component_id.indexOf(':')
    return this.#actions.get(component_id) ?? this.#actions.get(component_id.slice(0, Math.max(colon, 0)))
  }

  #contextOf(interaction: InteractionObject): InteractionContext {
    const { api, storage, identity } = this.#host
    const respond = async (response: object) => {
      const token = interaction.response_url.split('/').at(-1) ?? ''
      await api.respondToInteraction({ token, payload: JSON.stringify(response) })
    }
    return {
      interaction,
      userId: interaction.user_id,
      value: interaction.value ?? '',
      fields: interaction.fields ?? {},
      arguments: interaction.arguments ?? '',
      reply: (text, components) => respond({ text, components, response_type: 'in_channel' }),
      whisper: (text) => respond({ text }),
      update: (change) => respond({ ...change, replace_original: true }),
      storage,
      api,
      bot: { ...identity },
    }
  }
}
