import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Endpoint, refuse } from '@loquat/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { User } from '../directory/directory.ts'
import { authenticate, readCredentials } from './authenticate.ts'
import { clientName } from './client-name.ts'
import { addHistoricalNames, readHistoricalNames } from './compatibility.ts'
import { describeApi } from './docs/describe.ts'
import { errorText, successText } from './envelope.ts'
import { bodyLimit, type Fields, noFields, parseMultipart, parseUrlEncoded } from './form.ts'
import { passGate } from './gate.ts'
import type { Call, RawReply, Route } from './implement.ts'
import { parseParams } from './params.ts'
import type { Allowance } from './rate-limit.ts'
import { checkReply } from './reply-check.ts'
import { apiPrefix, respond, respondToPreflight, respondWithError } from './respond.ts'
import { RouteTable } from './route-table.ts'
import { countRequests } from './shutdown.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    started: number
    /** What is left of the caller's allowance, where requests are counted. */
    allowance: Allowance | undefined
  }
}

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
    frameworkErrors: (error, request, reply) => respondWithError(app, request, reply, error),
    clientErrorHandler: (_error, socket) => {
      if (!socket.writable) return
      const body = errorText(refuse('BadRequest', 'The request is not valid HTTP.'))
      socket.end(
        `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    },
  })
  countRequests(server)
  server.decorateRequest('started', 0)
  server.decorateRequest('allowance')
  readBodies(server)
  server.setErrorHandler((error, request, reply) => respondWithError(app, request, reply, error))

  const table = new RouteTable(routes.map((route) => route.endpoint))
  server.setNotFoundHandler((request, reply) => answerUnrouted(app, table, request, reply))
  for (const route of routes) {
    const { method } = route.endpoint
    const withHead = method === 'GET' && route.name !== 'getEvents'
    server.route({
      method: withHead ? ['GET', 'HEAD'] : method,
      url: apiPrefix + table.pattern(route.endpoint),
      config: { endpoint: route.endpoint },
      handler: (request, reply) => answer(app, route, request, reply),
    })
  }
  describeApi(app, server)
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

/** authenticate → limit → gate → parse → act → present */
async function answer(app: App, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { endpoint } = route
  const query = parseUrlEncoded(request.query as unknown as string)
  const body = endpoint.method === 'GET' ? noFields : ((request.body as Fields | undefined) ?? noFields)
  readHistoricalNames(body, endpoint.params)
  readHistoricalNames(query, endpoint.params)

  const realm = await app.realms.byHost(request.headers.host ?? '')
  let user: User | undefined
  if (endpoint.auth === 'user') {
    const credentials = readCredentials(request.headers.authorization)
    user = await authenticate(realm, credentials, endpoint.openToWebhookBots)
    if (app.config.rateLimits) {
      request.allowance = app.limiter.take(route.name === 'getEvents' ? 'events' : 'api', user.id)
    }
    if (endpoint.gate !== undefined) {
      const caller = user
      await realm?.decide(() => passGate(endpoint.gate, realm.directory.users.get(caller.id) ?? caller))
    }
  }
  const { params, client, ignored } = parseParams(endpoint, body, query)
  if (realm === undefined) throw refuse('NonexistentSubdomain', 'There is no organization at this address.')

  const call: Call = {
    app,
    realm,
    user: user as Call['user'],
    path: pathParams(request, endpoint.pathParams) as Call['path'],
    params,
    get clientName() {
      return clientName(client, request.headers['user-agent'])
    },
    onGone: (callback) => onGone(reply.raw, callback),
    showAllowance: (allowance) => {
      request.allowance = allowance
    },
  }
  const result = (await route.handle(call)) as object | RawReply
  const text = addHistoricalNames(result, successText(result, ignored))
  if (app.config.checkReplies) checkReply(route, text)
  respond(app, request, reply, 200, text)
}

/** No handler for this method and path: a pre-flight, a wrong method, or nothing at all. */
function answerUnrouted(app: App, table: RouteTable, request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?')[0] ?? ''
  const allowed = path.startsWith(apiPrefix) ? table.methodsFor(path.slice(apiPrefix.length)) : []
  if (allowed.length === 0) {
    respondWithError(app, request, reply, refuse('NotFound', 'There is nothing at this address.'))
  } else if (request.method === 'OPTIONS') {
    respondToPreflight(request, reply, allowed)
  } else {
    const message = `${request.method} is not possible here.`
    const error = refuse('MethodNotAllowed', message, { allowed_methods: allowed })
    respondWithError(app, request, reply, error, ['allow', allowed.join(', ')])
  }
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

/** Calls back when the client has gone away; returns how to stop caring. */
function onGone(response: ServerResponse, callback: () => void): () => void {
  if (response.destroyed) queueMicrotask(callback)
  response.on('close', callback)
  return () => response.removeListener('close', callback)
}
