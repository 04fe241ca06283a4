import { maxHeaderSize } from 'node:http'
import { apiError, endpoints, publicBodyLimit } from '@loquat/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { trustIn } from '../platform/proxies.ts'
import { answer } from './answer.ts'
import { apiListener } from './api-listener.ts'
import { describeApi } from './docs/describe.ts'
import { type Exchange, exchangeOf, PolledExchange, requestId, routeOf, unknownRoute } from './exchange.ts'
import { serveHealth } from './health.ts'
import { createNodeServer } from './node-server.ts'
import { PollServer } from './polls/poll-server.ts'
import { type Protocol, serveProtocols } from './protocols.ts'
import { type Download, serveDownloads } from './reply/downloads.ts'
import { errorText } from './reply/envelope.ts'
import { recordResponse } from './reply/record.ts'
import { respondToPreflight, respondWithError } from './reply/respond.ts'
import { Admission } from './request/admission.ts'
import { Bodies, readForms } from './request/bodies.ts'
import { apiPrefix, endpointPath, isSessionCall, sessionPrefix } from './request/prefixes.ts'
import type { RouteTable } from './route-table.ts'
import { ServerLifecycle } from './shutdown.ts'
import { enableTls } from './tls.ts'
import { runTraced } from './work-of-request.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler consumes the raw body. */
    untouched?: true
    /** The handler counts and logs its responses. */
    recordsItself?: true
  }
  interface FastifyRequest {
    started: number
    /** No longer counts as a request under way. Called when it is parked or closed. */
    leave: (() => void) | undefined
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
  const lifecycle = new ServerLifecycle()
  const trustProxy = trustIn(app.config.trustedProxies)
  const pollRoute = routes.routes.find((route) => route.endpoint === endpoints.getEvents)
  const admission = new Admission(app.limits, app.metrics)
  const bodies = new Bodies(app)
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
    serverFactory: (handlePages) => {
      const others = apiListener({ app, routes, trustProxy, admission, bodies }, handlePages)
      const listener =
        pollRoute === undefined || !app.config.pollServer
          ? createNodeServer(lifecycle, others)
          : new PollServer(
              lifecycle,
              (connection, poll) =>
                void answer(app, pollRoute, new PolledExchange(connection, poll, trustProxy)),
              others,
            )
      lifecycle.listeners.push(listener)
      if (app.config.tls !== undefined) enableTls(listener, app.config.tls, app.logger)
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
  server.decorate('lifecycle', lifecycle)
  server.addHook('onClose', () => {
    admission.close()
    bodies.close()
  })
  limitRequests(admission, server)
  recordPages(app, server)
  server.decorateRequest('started', 0)
  server.decorateRequest('leave', undefined)
  // Not earlier: reading a body would leave the context.
  server.addHook('preHandler', (request, reply, done) => {
    const { id, method } = request
    runTraced(app, { id, method, route: routeOf(request) }, reply.raw, done)
  })
  bodies.limitForms(server)
  readForms(server)
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
  describeApi(app, server)
  serveHealth(app, server, lifecycle)
  for (const site of sites) site.serve(app, server)
  serveDownloads(app, server, downloads)
  serveProtocols(app, server, bodies, protocols)
  return server
}

/** Health checks are always answered: rejecting them under load would cause a restart. */
function limitRequests(admission: Admission, server: FastifyInstance): void {
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
}

/** Counts and logs the responses of routes that leave this to Fastify: pages, the web app, health checks. */
function recordPages(app: App, server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    request.started = performance.now()
    done()
  })
  server.addHook('onRoute', (route) => {
    if (route.config?.recordsItself) return
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
