import { endpoints } from '@loquat/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { errorText } from './envelope.ts'
import { retryAfter, toWireError } from './errors.ts'
import { type Allowance, TooManyRequests } from './rate-limit.ts'

export const apiPrefix = '/api/v1'

/** Names and values in turn, as Node writes them fastest. */
type Headers = string[]

const always: Headers = [
  'content-type',
  'application/json',
  'cache-control',
  'no-store, no-cache, must-revalidate, max-age=0, private',
  'access-control-allow-origin',
  '*',
  'access-control-allow-headers',
  'Authorization',
]
const methods: Headers = ['access-control-allow-methods', 'GET, POST, DELETE, PUT, PATCH, HEAD']
const eventMethods: Headers = ['access-control-allow-methods', 'OPTIONS, GET, DELETE']

/**
 * Writes an answer. Straight to the connection: most answers are events for polls that wait, and what a framework
 * does around each would cost as much as everything else together.
 */
export function respond(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  text: string,
  extra: Headers = [],
): void {
  measure(app, request, status)
  reply.hijack()
  reply.raw.writeHead(status, [
    ...always,
    ...(request.url.startsWith(`${apiPrefix}/events`) ? eventMethods : methods),
    ...(request.allowance === undefined ? [] : allowanceHeaders(request.allowance)),
    ...extra,
    'x-request-id',
    request.id,
    'content-length',
    String(Buffer.byteLength(text)),
  ])
  reply.raw.end(text)
}

export function respondWithError(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
  extra: Headers = [],
): void {
  const error = toWireError(thrown)
  if (error.status === 500) {
    const route = request.routeOptions?.config?.endpoint?.path ?? 'unknown'
    app.logger.error({ err: thrown, req_id: request.id, method: request.method, route }, 'a request failed')
  }
  if (error instanceof TooManyRequests) request.allowance = error.allowance
  const wait = retryAfter(error)
  respond(app, request, reply, error.status, errorText(error), [
    ...extra,
    ...(wait === undefined ? [] : ['retry-after', String(wait)]),
    ...(error.kind === 'Unauthorized' ? ['www-authenticate', 'Basic realm="chat"'] : []),
  ])
}

/** The answer to a browser that asks before it calls. */
export function respondToPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: readonly string[],
): void {
  const cors = request.url.startsWith(`${apiPrefix}/events`) ? eventMethods : methods
  reply.hijack()
  reply.raw.writeHead(204, [
    ...always.slice(2),
    ...cors,
    'allow',
    allowed.join(', '),
    'x-request-id',
    request.id,
  ])
  reply.raw.end()
}

function allowanceHeaders({ limit, remaining, reset }: Allowance): Headers {
  return [
    'x-ratelimit-limit',
    String(limit),
    'x-ratelimit-remaining',
    String(remaining),
    'x-ratelimit-reset',
    String(reset),
  ]
}

/** Long polls wait on purpose: how long they took says nothing. */
function measure(app: App, request: FastifyRequest, status: number): void {
  const endpoint = request.routeOptions?.config?.endpoint
  if (endpoint === endpoints.getEvents && status === 200) return
  const now = performance.now()
  // An address that cannot be read is refused before the clock starts.
  const seconds = (now - (request.started || now)) / 1_000
  const method = endpoint?.method ?? request.method
  app.metrics.requestAnswered(method, endpoint?.path ?? 'unknown', status, seconds)
}
