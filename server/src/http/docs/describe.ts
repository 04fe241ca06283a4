import { openApiDocument } from '@loquat/contract/openapi'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../app.ts'
import { ping } from '../../db/database.ts'
import { serveDocs } from './serve.ts'

/** What is not part of the protocol: its description, and how the server is doing. */
export function describeApi(app: App, server: FastifyInstance): void {
  let document: string | undefined
  server.get('/api/v1/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(app.config.url))
    return reply.type('application/json').header('access-control-allow-origin', '*').send(document)
  })
  serveDocs(app, server)
  server.get('/health', async (_request, reply) => {
    const database = await ping(app.database.db).then(
      () => 'ok',
      () => 'unreachable',
    )
    return reply
      .code(database === 'ok' ? 200 : 503)
      .send({ status: database === 'ok' ? 'ok' : 'failing', database })
  })
  server.get('/metrics', async (_request, reply) => {
    const { registry } = app.metrics
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
