import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { exchangeOf, type RoutedExchange } from './exchange.ts'
import { respondWithError } from './reply/respond.ts'
import type { Bodies } from './request/bodies.ts'

/** A separate protocol below a path, which reads requests and writes responses itself. */
export interface Protocol {
  path: string
  methods: ('DELETE' | 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT')[]
  /** Errors are answered like those of the API. */
  answer(app: App, exchange: RoutedExchange, bodies: Bodies): Promise<void>
}

export function serveProtocols(
  app: App,
  server: FastifyInstance,
  bodies: Bodies,
  protocols: readonly Protocol[],
): void {
  for (const { path, methods, answer } of protocols) {
    for (const url of [path, `${path}/*`]) {
      server.route({
        method: methods,
        url,
        config: { untouched: true, recordsItself: true },
        handler: async (request, reply) => {
          const exchange = exchangeOf(request, reply)
          try {
            await answer(app, exchange, bodies)
          } catch (error) {
            respondWithError(app, exchange, error)
          }
        },
      })
    }
  }
}
