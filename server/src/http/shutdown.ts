import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'

/** How long requests under way may take to finish. */
const shutdownTimeoutMs = 4_000

/** What a server has to do before it can end. */
export interface Life {
  /** Requests that have not been answered yet. */
  requests: number
  /** From now on every answer closes its connection. */
  closing: boolean
}

export const lives = new WeakMap<FastifyInstance, Life>()

/**
 * Stops listening, answers the polls that wait, lets requests under way finish, and then closes what is left:
 * connections that are kept alive, or were opened in advance and never used.
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
