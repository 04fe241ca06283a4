import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'

declare module 'fastify' {
  interface FastifyInstance {
    lifecycle: ServerLifecycle
  }
}

/** How long running requests may take to finish. */
const shutdownTimeoutMs = 4_000

/** State of a server that matters for its shutdown. */
export class ServerLifecycle {
  #closing = false
  /** Unanswered polls of the poll server. */
  polls = 0
  /** Responses of `node:http` that have not ended, by connection. */
  readonly #responses = new Map<Socket, Set<ServerResponse>>()
  #responseCount = 0

  get closing(): boolean {
    return this.#closing
  }

  /** Unanswered requests. */
  get requests(): number {
    return this.polls + this.#responseCount
  }

  hasUnanswered(socket: Socket): boolean {
    return (this.#responses.get(socket)?.size ?? 0) > 0
  }

  /** Counts a request of `node:http` until it is answered. */
  track(socket: Socket, response: ServerResponse): void {
    const responses = this.#responsesOf(socket)
    responses.add(response)
    this.#responseCount++
    response.once('close', () => {
      if (responses.delete(response)) this.#responseCount--
    })
    if (this.#closing) closeAfter(response)
  }

  #responsesOf(socket: Socket): Set<ServerResponse> {
    const known = this.#responses.get(socket)
    if (known !== undefined) return known
    const responses = new Set<ServerResponse>()
    this.#responses.set(socket, responses)
    socket.once('close', () => {
      this.#responses.delete(socket)
      // Node closes only the response that was being written, not those of pipelined requests behind it.
      process.nextTick(() => {
        for (const response of responses) response.emit('close')
      })
    })
    return responses
  }

  /** From now on every response closes its connection. */
  close(): void {
    this.#closing = true
    for (const responses of this.#responses.values()) for (const response of responses) closeAfter(response)
  }
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

/**
 * Stops listening, answers parked polls, waits for running requests, and then closes the remaining connections: idle
 * keep-alive ones, and those opened in advance and never used.
 */
export async function shutDown(app: App, server: FastifyInstance): Promise<void> {
  const { lifecycle } = server
  lifecycle.close()
  const closed = server.close()
  for (const realm of app.realms.all()) realm.queues.answerAll()
  const deadline = Date.now() + shutdownTimeoutMs
  const sweep = setInterval(() => {
    const isQuiet = lifecycle.requests === 0
    if (isQuiet || Date.now() > deadline) server.server.closeAllConnections()
  }, 10)
  await closed
  clearInterval(sweep)
}
