import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuse, type WireError } from '@loquat/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { User } from '../directory/directory.ts'
import { authenticate, readCredentials } from './authenticate.ts'
import { clientName } from './client-name.ts'
import { addHistoricalNames, readHistoricalNames } from './compatibility.ts'
import { describeApi } from './docs/describe.ts'
import { errorText, successText } from './envelope.ts'
import { retryAfter, toWireError } from './errors.ts'
import { bodyLimit, type Fields, noFields, parseMultipart, parseUrlEncoded } from './form.ts'
import { passGate } from './gate.ts'
import type { Call, RawReply, Route } from './implement.ts'
import { parseParams } from './params.ts'
import type { Allowance } from './rate-limit.ts'
import { checkReply } from './reply-check.ts'
import { RouteTable } from './route-table.ts'

export const apiPrefix = '/api/v1'

/** The HTTP server over an app. Building it does not listen. */
export function createServer(app: App, routes: readonly Route[]): FastifyInstance {
  const server = Fastify({
    logger: false,
    trustProxy: 'loopback',
    bodyLimit,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: 1_000,
      querystringParser: (text) => text as unknown as Record<string, unknown>,
    },
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => sendError(app, request, reply, error),
    clientErrorHandler: (_error, socket) => {
      if (!socket.writable) return
      const body = errorText(refuse('BadRequest', 'The request is not valid HTTP.'))
      socket.end(
        `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    },
  })
  readBodies(server)
  server.setErrorHandler((error, request, reply) => sendError(app, request, reply, error))

  const table = new RouteTable(routes.map((route) => route.endpoint))
  server.setNotFoundHandler((request, reply) => answerUnrouted(app, table, request, reply))
  for (const route of routes) {
    const { method } = route.endpoint
    const withHead = method === 'GET' && route.name !== 'getEvents'
    server.route({
      method: withHead ? ['GET', 'HEAD'] : method,
      url: apiPrefix + table.pattern(route.endpoint),
      handler: (request, reply) => answer(app, route, request, reply),
    })
  }
  describeApi(app, server)
  return server
}

/** Form bodies are read; of any other the content is not looked at. */
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
  server.addHook('onRequest', async (request) => {
    const coding = request.headers['content-encoding']
    if (coding !== undefined && coding !== 'identity') {
      throw refuse(
        'UnsupportedMediaType',
        `Request bodies with Content-Encoding ${coding} are not supported.`,
      )
    }
  })
}

/** authenticate → limit → gate → parse → act → present */
async function answer(app: App, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const started = performance.now()
  const { endpoint } = route
  const query = parseUrlEncoded(request.query as unknown as string)
  const body = endpoint.method === 'GET' ? noFields : ((request.body as Fields | undefined) ?? noFields)
  readHistoricalNames(body)
  readHistoricalNames(query)

  const realm = await app.realms.byHost(request.headers.host ?? '')
  let allowance: Allowance | undefined
  const showAllowance = (latest: Allowance) => {
    allowance = latest
    setAllowance(reply, latest)
  }

  let user: User | undefined
  if (endpoint.auth === 'user') {
    const credentials = readCredentials(request.headers.authorization)
    user = await authenticate(realm, credentials, endpoint.openToWebhookBots)
    if (app.config.rateLimits) {
      showAllowance(app.limiter.take(route.name === 'getEvents' ? 'events' : 'api', user.id))
    }
    const caller = user
    await realm?.decide(() => passGate(endpoint.gate, realm.directory.users.get(caller.id) ?? caller))
  }
  const { params, ignored } = parseParams(endpoint, body, query)
  if (realm === undefined) throw refuse('NonexistentSubdomain', 'There is no organization at this address.')

  const call: Call = {
    app,
    realm,
    user: user as Call['user'],
    path: pathParams(request, endpoint.pathParams) as Call['path'],
    params,
    clientName: clientName(body.get('client') ?? query.get('client'), request.headers['user-agent']),
    get signal() {
      return signalOf(reply.raw)
    },
    showAllowance,
  }
  const result = (await route.handle(call)) as object | RawReply
  const text = addHistoricalNames(result, successText(result, ignored))
  if (app.config.checkReplies) checkReply(route, text)
  send(request, reply, 200, text)
  if (allowance === undefined || route.name !== 'getEvents') {
    app.metrics.requestAnswered(endpoint.method, endpoint.path, 200, (performance.now() - started) / 1_000)
  }
}

function send(request: FastifyRequest, reply: FastifyReply, status: number, text: string): void {
  reply.code(status)
  setCommonHeaders(request, reply)
  void reply.send(text)
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'content-type': 'application/json',
    'cache-control': 'no-store, no-cache, must-revalidate, max-age=0, private',
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'Authorization',
    'access-control-allow-methods': request.url.startsWith(`${apiPrefix}/events`)
      ? 'OPTIONS, GET, DELETE'
      : 'GET, POST, DELETE, PUT, PATCH, HEAD',
    'x-request-id': request.id,
  })
}

function setAllowance(reply: FastifyReply, { limit, remaining, reset }: Allowance): void {
  reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': reset,
  })
}

function sendError(app: App, request: FastifyRequest, reply: FastifyReply, thrown: unknown): void {
  const error = toWireError(thrown)
  const route = request.routeOptions?.url ?? 'unknown'
  if (error.status === 500) {
    app.logger.error({ err: thrown, req_id: request.id, method: request.method, route }, 'a request failed')
  }
  const wait = retryAfter(error)
  if (wait !== undefined) reply.header('retry-after', wait)
  if (error.kind === 'RateLimitHit') {
    reply.headers({
      'x-ratelimit-remaining': 0,
      'x-ratelimit-reset': Math.ceil(app.clock.now() / 1_000) + (wait ?? 0),
    })
  }
  if (error.kind === 'Unauthorized') reply.header('www-authenticate', 'Basic realm="chat"')
  app.metrics.requestAnswered(request.method, route, error.status, 0)
  send(request, reply, error.status, errorText(error))
}

/** No handler for this method and path: a pre-flight, a wrong method, or nothing at all. */
function answerUnrouted(app: App, table: RouteTable, request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?')[0] ?? ''
  const allowed = path.startsWith(apiPrefix) ? table.methodsFor(path.slice(apiPrefix.length)) : []
  let error: WireError
  if (allowed.length === 0) {
    error = refuse('NotFound', 'There is nothing at this address.')
  } else {
    reply.header('allow', allowed.join(', '))
    if (request.method === 'OPTIONS') {
      setCommonHeaders(request, reply)
      reply.removeHeader('content-type')
      void reply.code(204).send()
      return
    }
    error = refuse('MethodNotAllowed', `${request.method} is not possible here.`, {
      allowed_methods: allowed,
    })
  }
  sendError(app, request, reply, error)
}

function pathParams(
  request: FastifyRequest,
  kinds: Record<string, 'int' | 'text'>,
): Record<string, string | number> {
  const values: Record<string, string | number> = {}
  for (const [name, text] of Object.entries(request.params as Record<string, string>)) {
    if (text.includes('\0')) throw refuse('BadRequest', `${name} contains a null byte.`)
    // Too large to be an ID of anything; nothing will be found under it.
    values[name] = kinds[name] === 'int' ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : text
  }
  return values
}

function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.on('close', () => controller.abort())
  return controller.signal
}
