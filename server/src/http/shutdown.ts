import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'

/** How long running requests may take to finish. */
const shutdownTimeoutMs = 4_000

/** State of a server that matters for its shutdown. */
export interface Life {
  /** Unanswered requests. */
  requests: number
  /** From now on every response closes its connection. */
  closing: boolean
}

export const lives = new WeakMap<FastifyInstance, Life>()

/**
 * Stops listening, answers parked polls, waits for running requests, and then closes the remaining connections: idle
 * keep-alive ones, and those opened in advance and never used.
 */
export async function shutDown(app: App, server: FastifyInstance): Promise<void> {
  const life = lives.get(server)
  if (life !== undefined) life.closing = true
  const closed = server.close()
  for (const realm of app.realms.all()) realm.queues.answerAll()
  const deadline = Date.now() + shutdownTimeoutMs
  const sweep = setInterval(() => {
    const isQuiet = (life?.requests ?? 0) === 0
    if (isQuiet || Date.now() > deadline) server.server.closeAllConnections()
  }, 10)
  await closed
  clearInterval(sweep)
}
