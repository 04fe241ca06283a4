import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { type Endpoint, refuse } from '@loquat/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { answer } from './answer.ts'
import { describeApi } from './docs/describe.ts'
import { errorText } from './envelope.ts'
import { directExchange, exchangeOf, nextRequestId } from './exchange.ts'
import { bodyLimit, noFields, parseMultipart, parseUrlEncoded } from './form.ts'
import type { Route } from './implement.ts'
import { apiPrefix, respondToPreflight, respondWithError } from './respond.ts'
import { RouteTable } from './route-table.ts'
import { type Life, lives } from './shutdown.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    started: number
  }
}

/** The HTTP server over an app. Building it does not listen. */
export function createServer(app: App, routes: readonly Route[]): FastifyInstance {
  const life: Life = { requests: 0, closing: false }
  const server = Fastify({
    logger: false,
    trustProxy: 'loopback',
    bodyLimit,
    genReqId: nextRequestId,
    requestIdHeader: false,
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: 1_000,
      querystringParser: (text) => text as unknown as Record<string, unknown>,
    },
    exposeHeadRoutes: false,
    serverFactory: (handler) => httpServer(app, routes, life, handler),
    frameworkErrors: (error, request, reply) => respondWithError(app, exchangeOf(request, reply), error),
    clientErrorHandler: (_error, socket) => {
      if (!socket.writable) return
      const body = errorText(refuse('BadRequest', 'The request is not valid HTTP.'))
      socket.end(
        `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    },
  })
  lives.set(server, life)
  server.decorateRequest('started', 0)
  readBodies(server)
  server.setErrorHandler((error, request, reply) => respondWithError(app, exchangeOf(request, reply), error))

  const table = new RouteTable(routes.map((route) => route.endpoint))
  server.setNotFoundHandler((request, reply) => answerUnrouted(app, table, request, reply))
  for (const route of routes) {
    const { method } = route.endpoint
    const withHead = method === 'GET' && route.name !== 'getEvents'
    server.route({
      method: withHead ? ['GET', 'HEAD'] : method,
      url: apiPrefix + table.pattern(route.endpoint),
      config: { endpoint: route.endpoint },
      handler: (request, reply) =>
        isTaken(route.endpoint, request)
          ? answerUnrouted(app, table, request, reply)
          : answer(app, route, exchangeOf(request, reply)),
    })
  }
  describeApi(app, server)
  return server

  /** The router takes any text for a variable, also what is another path that lacks this method. */
  function isTaken({ pathParams }: Endpoint, { url, method }: FastifyRequest): boolean {
    if (!Object.values(pathParams).includes('text')) return false
    return !table.methodsFor(pathOf(url)).includes(method)
  }
}

const pathOf = (url: string) => (url.split('?')[0] ?? '').slice(apiPrefix.length)

/**
 * Counts the requests under way, and answers polls without asking the router: they are most of all requests, and
 * their path has no variables.
 */
function httpServer(
  app: App,
  routes: readonly Route[],
  life: Life,
  handler: Parameters<typeof createHttpServer>[1],
) {
  const poll = routes.find((route) => route.name === 'getEvents')
  const pollStart = `${apiPrefix}${poll?.endpoint.path}?`
  const server = createHttpServer(
    { keepAliveTimeout: 72_000, requestTimeout: 300_000 },
    (request, response) => {
      life.requests++
      response.on('close', () => {
        life.requests--
      })
      if (life.closing) response.setHeader('connection', 'close')
      const isPoll = request.method === 'GET' && request.url?.startsWith(pollStart)
      if (poll === undefined || !isPoll) handler?.(request, response)
      else void answer(app, poll, directExchange(request, response, poll.endpoint))
    },
  )
  return server
}

const formType = /^\s*(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i

/** Forms that are sent to an endpoint are read; of any other body the content is not looked at. */
function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => parseUrlEncoded(body),
  )
  server.addContentTypeParser('multipart/form-data', (_request: FastifyRequest, payload: IncomingMessage) =>
    parseMultipart(payload),
  )
  server.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null, noFields)
  })
  server.addHook('onRequest', (request, _reply, done) => {
    request.started = performance.now()
    const { 'content-type': type, 'content-encoding': coding } = request.raw.headers
    if (type !== undefined && (request.is404 || !formType.test(type))) {
      request.raw.headers['content-type'] = 'application/octet-stream'
    }
    if (coding === undefined || coding === 'identity' || request.is404) return done()
    done(refuse('UnsupportedMediaType', `Request bodies with Content-Encoding ${coding} are not supported.`))
  })
}

/** No handler for this method and path: a pre-flight, a wrong method, or nothing at all. */
function answerUnrouted(app: App, table: RouteTable, request: FastifyRequest, reply: FastifyReply): void {
  const exchange = exchangeOf(request, reply)
  const allowed = request.url.startsWith(apiPrefix) ? table.methodsFor(pathOf(request.url)) : []
  if (allowed.length === 0) {
    respondWithError(app, exchange, refuse('NotFound', 'There is nothing at this address.'))
  } else if (request.method === 'OPTIONS') {
    respondToPreflight(exchange, allowed)
  } else {
    const message = `${request.method} is not possible here.`
    const error = refuse('MethodNotAllowed', message, { allowed_methods: allowed })
    respondWithError(app, exchange, error, ['allow', allowed.join(', ')])
  }
}
