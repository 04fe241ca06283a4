import { openApiDocument } from '@loquat/contract/openapi'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../app.ts'
import { serveDocs } from './serve.ts'

/** What is not part of the protocol: its description and the metrics. */
export function describeApi(app: App, server: FastifyInstance): void {
  let document: string | undefined
  server.get('/api/v1/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(app.config.url))
    return reply.type('application/json').header('access-control-allow-origin', '*').send(document)
  })
  serveDocs(app, server)
  server.get('/metrics', async (_request, reply) => {
    const { registry } = app.metrics
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
