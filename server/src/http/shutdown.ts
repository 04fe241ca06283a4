import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'

const patience = 10_000

const underWay = new WeakMap<FastifyInstance, { requests: number }>()

/** Keeps count of the requests that have not been answered yet. */
export function countRequests(server: FastifyInstance): void {
  const count = { requests: 0 }
  underWay.set(server, count)
  server.server.on('request', (_request, response) => {
    count.requests++
    response.on('close', () => {
      count.requests--
    })
  })
}

/**
 * Stops listening, answers the polls that wait, lets requests under way finish, and then closes what is left:
 * connections that are kept alive, or were opened in advance and never used.
 */
export async function shutDown(app: App, server: FastifyInstance): Promise<void> {
  const closed = server.close()
  for (const realm of app.realms.all()) realm.queues.answerAll()
  const deadline = Date.now() + patience
  const sweep = setInterval(() => {
    const isQuiet = (underWay.get(server)?.requests ?? 0) === 0
    if (isQuiet || Date.now() > deadline) server.server.closeAllConnections()
  }, 10)
  await closed
  clearInterval(sweep)
}
