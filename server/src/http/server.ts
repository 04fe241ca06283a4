import { maxHeaderSize } from 'node:http'
import { apiError, endpoints, publicBodyLimit } from '@loquat/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { trustIn } from '../platform/proxies.ts'
import type { TraceSpan, Tracing } from '../platform/tracing.ts'
import { workContext } from '../platform/work-context.ts'
import { answer } from './answer.ts'
import { describeApi } from './docs/describe.ts'
import { type Exchange, exchangeOf, PolledExchange, requestId, routeOf, unknownRoute } from './exchange.ts'
import { serveHealth } from './health.ts'
import type { Route } from './implement.ts'
import { createNodeServer } from './node-server.ts'
import { PollServer } from './polls/poll-server.ts'
import { type Protocol, serveProtocols } from './protocols.ts'
import { type Download, serveDownloads } from './reply/downloads.ts'
import { errorText } from './reply/envelope.ts'
import { recordResponse } from './reply/record.ts'
import { respondToPreflight, respondWithError } from './reply/respond.ts'
import { Admission } from './request/admission.ts'
import { limitBodies, readBodies } from './request/bodies.ts'
import type { SentFile } from './request/form.ts'
import { apiPrefix, endpointPath, isSessionCall, sessionPrefix } from './request/prefixes.ts'
import type { RouteMatch, RouteTable } from './route-table.ts'
import { Life } from './shutdown.ts'
import { encrypt } from './tls.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Serves every endpoint of the contract. */
    isApi?: true
    /** The handler consumes the raw body. */
    untouched?: true
    /** The handler counts and logs its responses. */
    recordsItself?: true
  }
  interface FastifyRequest {
    started: number
    /** No longer counts as a request under way. Called when it is parked or closed. */
    leave: (() => void) | undefined
    files: readonly SentFile[] | undefined
    /** The endpoint that is called; undefined outside the API and if there is none. */
    match: RouteMatch | undefined
  }
}

/** HTML for browsers beside the API: server-rendered pages, the web app. */
export interface Site {
  serve(app: App, server: FastifyInstance): void
  /** Responds to unknown URLs; false leaves them to the API. */
  sendMissing?(app: App, request: FastifyRequest, reply: FastifyReply): Promise<boolean>
}

export interface ServerOptions {
  routes: RouteTable
  downloads?: readonly Download[]
  protocols?: readonly Protocol[]
  sites?: readonly Site[]
}

/** Creates the HTTP server of an app, without listening. */
export function createServer(
  app: App,
  { routes, downloads = [], protocols = [], sites = [] }: ServerOptions,
): FastifyInstance {
  const life = new Life()
  const trustProxy = trustIn(app.config.trustedProxies)
  const pollRoute = routes.routes.find((route) => route.endpoint === endpoints.getEvents)
  const server = Fastify({
    logger: false,
    trustProxy,
    bodyLimit: publicBodyLimit,
    genReqId: ({ socket, headers }) => requestId(socket, headers, trustProxy),
    requestIdHeader: false,
    return503OnClosing: false,
    routerOptions: {
      querystringParser: (text) => text as unknown as Record<string, unknown>,
    },
    exposeHeadRoutes: false,
    // One route serves both prefixes; the original URL shows which one was used.
    rewriteUrl: ({ url = '/' }) => (isSessionCall(url) ? apiPrefix + url.slice(sessionPrefix.length) : url),
    serverFactory: (others) => {
      const listener =
        pollRoute === undefined || !app.config.pollServer
          ? createNodeServer(life, others)
          : new PollServer(
              life,
              (connection, poll) =>
                void answer(app, pollRoute, new PolledExchange(connection, poll, trustProxy)),
              others,
            )
      if (app.config.tls !== undefined) encrypt(listener, app.config.tls, app.logger)
      return listener
    },
    frameworkErrors: (error, request, reply) => respondWithError(app, exchangeOf(request, reply), error),
    clientErrorHandler: (error, socket) => {
      if (!socket.writable) return
      const isTooLong = error.code === 'HPE_HEADER_OVERFLOW'
      const body = errorText(
        isTooLong ? apiError('headers-too-large', { max: maxHeaderSize }) : apiError('request-not-http'),
      )
      socket.end(
        `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    },
  })
  server.decorate('life', life)
  limitRequests(app, server)
  recordPages(app, server)
  server.decorateRequest('started', 0)
  server.decorateRequest('leave', undefined)
  server.decorateRequest('files', undefined)
  server.decorateRequest('match', undefined)
  server.addHook('onRequest', (request, _reply, done) => {
    const { url, routeOptions } = request
    if (routeOptions.config?.isApi) request.match = routes.match(request.method, endpointPath(url) ?? '')
    done()
  })
  // Not earlier: reading a body would leave the context.
  server.addHook('preHandler', (request, reply, done) => {
    const route = routeOf(request)
    const span = app.tracing && traceRequest(app.tracing, request, reply, route)
    workContext.run({ requestId: request.id, route, span }, done)
  })
  limitBodies(app, server)
  readBodies(server)
  server.setErrorHandler((error, request, reply) => {
    respondWithError(app, exchangeOf(request, reply), error)
  })

  const respondToUnknown = async (request: FastifyRequest, reply: FastifyReply) => {
    for (const site of sites) {
      if (!(await site.sendMissing?.(app, request, reply))) continue
      recordReply(app, request, reply, unknownRoute)
      return
    }
    answerUnrouted(app, routes, request, reply)
  }
  server.setNotFoundHandler(respondToUnknown)
  server.all(`${apiPrefix}/*`, { config: { isApi: true } }, (request, reply) => {
    const { match } = request
    if (match === undefined) return respondToUnknown(request, reply)
    const serving = isSessionCall(request.originalUrl) ? browserRoute(match.route, routes) : match.route
    if (serving === undefined) return answerMissing(app, exchangeOf(request, reply))
    return answer(app, serving, exchangeOf(request, reply))
  })
  describeApi(app, server)
  serveHealth(app, server, life)
  for (const site of sites) site.serve(app, server)
  serveDownloads(app, server, downloads)
  serveProtocols(app, server, protocols)
  return server
}

/** Browser sessions get their API key by password alone, and cannot regenerate it. */
function browserRoute(route: Route, { routes }: RouteTable): Route | undefined {
  if (route.name === 'regenerateApiKey') return undefined
  return route.name === 'fetchApiKey' ? routes.find(({ name }) => name === 'showApiKey') : route
}

/** Health checks are always answered: rejecting them under load would cause a restart. */
function limitRequests(app: App, server: FastifyInstance): void {
  const admission = new Admission(app.limits, app.metrics)
  server.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/health')) return done()
    try {
      admission.enter()
    } catch (error) {
      return done(error as Error)
    }
    request.leave = () => {
      request.leave = undefined
      admission.leave()
    }
    reply.raw.once('close', () => request.leave?.())
    done()
  })
  server.addHook('onClose', () => admission.close())
}

/** Begins the trace of a request. It ends when the connection has taken the response. */
function traceRequest(
  tracing: Tracing,
  { id, method }: FastifyRequest,
  { raw }: FastifyReply,
  route: string,
): TraceSpan {
  const span = tracing.begin(`${method} ${route}`, 'request', {
    'http.request.method': method,
    'http.route': route,
    'loquat.request_id': id,
  })
  raw.once('close', () => {
    const { statusCode } = raw
    const isFailed = statusCode >= 500
    span.end({ 'http.response.status_code': statusCode }, isFailed ? new Error('failed') : undefined)
  })
  return span
}

/** Counts and logs the responses of routes that leave this to Fastify: pages, the web app, health checks. */
function recordPages(app: App, server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    if (route.config?.isApi || route.config?.recordsItself) return
    const { url } = route
    const own = route.onResponse === undefined ? [] : [route.onResponse].flat()
    route.onResponse = [
      ...own,
      async (request: FastifyRequest, reply: FastifyReply) => recordReply(app, request, reply, url),
    ]
  })
}

function recordReply(app: App, request: FastifyRequest, reply: FastifyReply, route: string): void {
  const { id, method } = request
  // Errors before the body is read come before the timer starts.
  const started = request.started || performance.now()
  recordResponse(app, { id, method, route, started }, reply.statusCode)
}

/** No handler for this method and path: a preflight, a wrong method, or an unknown path. */
function answerUnrouted(app: App, table: RouteTable, request: FastifyRequest, reply: FastifyReply): void {
  const exchange = exchangeOf(request, reply)
  const path = endpointPath(request.url)
  const allowed = path === undefined ? [] : table.methodsFor(path)
  if (allowed.length === 0) {
    answerMissing(app, exchange)
  } else if (request.method === 'OPTIONS') {
    respondToPreflight(app, exchange, allowed)
  } else {
    const { method } = request
    const error = apiError('method-not-allowed', { method }, { allowed_methods: allowed })
    respondWithError(app, exchange, error, ['allow', allowed.join(', ')])
  }
}

const answerMissing = (app: App, exchange: Exchange) =>
  respondWithError(app, exchange, apiError('path-not-found'))
