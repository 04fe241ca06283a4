import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import type { ServerLifecycle } from './shutdown.ts'

/**
 * `/health/live`: the process runs; restart it if this fails. `/health/ready`: it can serve; route requests elsewhere
 * if not. `/health` is the same as ready. Each answers within a second, even if the database does not.
 */
export function serveHealth(app: App, server: FastifyInstance, lifecycle: ServerLifecycle): void {
  server.get('/health/live', async (_request, reply) => reply.send({ status: 'ok' }))
  for (const path of ['/health', '/health/ready']) {
    server.get(path, async (_request, reply) => {
      const database = await app.wakeups.probe()
      const isReady = database === 'ok' && !lifecycle.stopping
      const status = lifecycle.stopping ? 'stopping' : isReady ? 'ok' : 'failing'
      return reply.code(isReady ? 200 : 503).send({ status, database })
    })
  }
}
