import { apiError } from '@loquat/contract'
import { openApiDocument } from '@loquat/contract/openapi'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../app.ts'
import { canReadMetrics } from '../metrics-access.ts'
import { errorText } from '../reply/envelope.ts'
import { serveDocs } from './serve.ts'

/** Endpoints outside the protocol: the API description and the metrics. */
export function describeApi(app: App, server: FastifyInstance): void {
  let document: string | undefined
  server.get('/api/v1/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(app.config.url))
    return reply.type('application/json').header('access-control-allow-origin', '*').send(document)
  })
  serveDocs(app, server)
  server.get('/metrics', async (request, reply) => {
    if (!canReadMetrics(app.config.metricsToken, request.socket.remoteAddress, request.headers)) {
      const refusal = apiError('metrics-token-required')
      return reply
        .code(refusal.status)
        .header('www-authenticate', 'Bearer')
        .type('application/json')
        .send(errorText(refusal))
    }
    return reply.type(app.metrics.contentType).send(await app.metrics.page())
  })
}
