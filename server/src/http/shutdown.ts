import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'

declare module 'fastify' {
  interface FastifyInstance {
    life: Life
  }
}

/** How long running requests may take to finish. */
const shutdownTimeoutMs = 4_000

/** State of a server that matters for its shutdown. */
export class Life {
  #closing = false
  /** Unanswered polls of the poll server. */
  polls = 0
  /** Unanswered requests of `node:http`. */
  readonly #responses = new Set<ServerResponse>()

  get closing(): boolean {
    return this.#closing
  }

  /** Unanswered requests. */
  get requests(): number {
    return this.polls + this.#responses.size
  }

  /** Counts a request of `node:http` until it is answered. */
  track(response: ServerResponse): void {
    this.#responses.add(response)
    response.on('close', () => this.#responses.delete(response))
    if (this.#closing) closeAfter(response)
  }

  /** From now on every response closes its connection. */
  close(): void {
    this.#closing = true
    for (const response of this.#responses) closeAfter(response)
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
  const { life } = server
  life.close()
  const closed = server.close()
  for (const realm of app.realms.all()) realm.queues.answerAll()
  const deadline = Date.now() + shutdownTimeoutMs
  const sweep = setInterval(() => {
    const isQuiet = life.requests === 0
    if (isQuiet || Date.now() > deadline) server.server.closeAllConnections()
  }, 10)
  await closed
  clearInterval(sweep)
}
