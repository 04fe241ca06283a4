import type { Component, EphemeralMessageObject, InteractionObject } from '@loquat/contract'
import type { Person, World } from '@loquat/devkit'

/** A bot of Carol, subscribed to `general`. */
export async function addBot(world: World, name = 'Plumbot'): Promise<Person> {
  const { user_id } = await world.carol.api.createBot({ full_name: name, short_name: name.toLowerCase() })
  const bot = world.person(user_id)
  await world.carol.api.subscribe({ subscriptions: [{ name: 'general' }], principals: [bot.id] })
  return bot
}

export const inGeneral = { type: 'channel', to: 'general', topic: 'plums' } as const

export const yes = { type: 'button' as const, id: 'yes', label: 'Yes', value: 'y' }

export const ask = async ({ api }: Person, components: Component[] = [yes], to = 'general') =>
  (await api.sendMessage({ ...inGeneral, to, content: 'Ripe?', components })).id

/** A queue of a client that knows the extension. */
export async function listen({ api }: Person) {
  const { queue_id, last_event_id = -1 } = await api.register({
    event_types: ['interaction', 'ephemeral_message', 'bot_commands', 'submessage', 'message'],
    fetch_event_types: [],
    client_capabilities: { interactive_messages: true },
  })
  let last = last_event_id
  /** The events since the last call. */
  const take = async () => {
    const { events } = await api.getEvents({
      queue_id: queue_id ?? '',
      last_event_id: last,
      dont_block: true,
    })
    last = events.at(-1)?.id ?? last
    return events.filter((event) => event.type !== 'heartbeat') as unknown as {
      type: string
      interaction?: InteractionObject
      ephemeral_message?: EphemeralMessageObject
    }[]
  }
  return {
    take,
    interactions: async () => (await take()).flatMap((event) => event.interaction ?? []),
    close: async () => {
      await api.deleteQueue({ queue_id: queue_id ?? '' })
    },
    ephemeral: async () => (await take()).flatMap((event) => event.ephemeral_message ?? []),
  }
}

/** Posts JSON to a response URL, as a program without credentials. */
export async function respond(world: World, responseUrl: string, body: unknown) {
  const { pathname } = new URL(responseUrl)
  const response = await world.raw(pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { reason?: string } }
}

export const componentsOf = async ({ api }: Person, message_id: number): Promise<unknown> => {
  const { message } = await api.getMessage({ message_id })
  const stored = message.submessages.filter((one) => one.msg_type === 'components')
  return stored.length === 1 ? JSON.parse(stored[0]!.content).components : stored
}
