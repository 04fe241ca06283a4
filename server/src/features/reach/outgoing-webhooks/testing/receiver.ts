import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type OutgoingWebhook, outgoingWebhook } from '@loquat/contract'
import type { Person, World } from '@loquat/devkit'
import { onTestFinished } from 'vitest'

export type Answer = (response: ServerResponse, request: IncomingMessage) => void

export interface Received {
  request: IncomingMessage
  body: string
}

export interface Receiver {
  url: string
  port: number
  /** All calls, in order. */
  received: Received[]
  /** The last call, parsed by the contract. */
  lastCall(): OutgoingWebhook
  /** Response to the next calls. */
  answer: Answer
  /** Resolves after this many calls. */
  calls(count: number): Promise<void>
  goDown(): Promise<void>
  /** Listens on the same port again. */
  comeUp(): Promise<void>
}

/** Responds with a JSON value. */
export const json =
  (value: unknown, status = 200): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

export const raw =
  (body: string, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body)

/** A server on this machine, until the test ends. By default it responds with an empty object. */
export async function startReceiver(): Promise<Receiver> {
  let waiting: (() => void)[] = []
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    receiver.received.push({ request, body: await text(request) })
    for (const check of waiting) check()
    receiver.answer(response, request)
  })
  const goDown = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  onTestFinished(goDown)
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received: [],
    lastCall: () => outgoingWebhook.parse(JSON.parse(receiver.received.at(-1)?.body ?? '')),
    answer: json({}),
    calls: async (count) => {
      await new Promise<void>((resolve) => {
        const check = () => {
          if (receiver.received.length >= count) resolve()
        }
        waiting.push(check)
        check()
      })
      waiting = []
    },
    goDown,
    comeUp: () => listen(port),
  }
  return receiver
}

/** Creates an outgoing webhook bot. Returns it with its token. */
export async function addWebhookBot(
  world: World,
  owner: Person,
  name: string,
  url: string | undefined,
  interface_type = 1,
): Promise<Person & { token: string }> {
  const { user_id } = await owner.api.createBot({
    full_name: name,
    short_name: name.toLowerCase().replaceAll(' ', '-'),
    bot_type: 3,
    interface_type,
    ...(url === undefined ? {} : { payload_url: url }),
  })
  const { realm_bots } = await owner.api.register({ fetch_event_types: ['realm_bot'] })
  const bot = realm_bots?.find((one) => one.user_id === user_id)
  return { ...world.person(user_id), token: bot?.services[0]?.token ?? '' }
}

/** The direct messages between a user and a bot, as source; only those by `sender` if given. */
export async function directMessages(person: Person, bot: Person, sender?: Person): Promise<string[]> {
  const { messages } = await person.api.getMessages({
    anchor: 'newest',
    num_before: 99,
    num_after: 0,
    apply_markdown: false,
    narrow: [
      { operator: 'dm', operand: [bot.id] },
      ...(sender === undefined ? [] : [{ operator: 'sender', operand: sender.id }]),
    ],
  })
  return messages.map(({ content }) => content)
}
