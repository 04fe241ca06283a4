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
  /** What it was told, in order. */
  received: Received[]
  /** What it was told last, as the contract has it. */
  told(): OutgoingWebhook
  /** What it does from now on. */
  answer: Answer
  /** Resolves when it has been called so often. */
  calls(count: number): Promise<void>
  goDown(): Promise<void>
  /** At the same address. */
  comeUp(): Promise<void>
}

/** Answers with a JSON value. */
export const json =
  (value: unknown, status = 200): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

export const raw =
  (body: string, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body)

/** A real server on this machine, until the test ends. At first it has nothing to say. */
export async function startReceiver(): Promise<Receiver> {
  let waiting: (() => void)[] = []
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    receiver.received.push({ request, body: await text(request) })
    for (const look of waiting) look()
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
    told: () => outgoingWebhook.parse(JSON.parse(receiver.received.at(-1)?.body ?? '')),
    answer: json({}),
    calls: async (count) => {
      await new Promise<void>((resolve) => {
        const look = () => {
          if (receiver.received.length >= count) resolve()
        }
        waiting.push(look)
        look()
      })
      waiting = []
    },
    goDown,
    comeUp: () => listen(port),
  }
  return receiver
}

/** An outgoing webhook bot of somebody's, and its token. */
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
