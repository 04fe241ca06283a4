import { endpoints } from '@loquat/contract'
import type { App } from '../app.ts'
import { errorText } from './envelope.ts'
import { retryAfter, toWireError } from './errors.ts'
import type { Exchange } from './exchange.ts'
import { type Allowance, TooManyRequests } from './rate-limit.ts'

export const apiPrefix = '/api/v1'

/** Names and values in turn, as Node writes them fastest. */
type Headers = string[]

const always: Headers = [
  'cache-control',
  'no-store, no-cache, must-revalidate, max-age=0, private',
  'access-control-allow-origin',
  '*',
  'access-control-allow-headers',
  'Authorization',
]
const methods: Headers = ['access-control-allow-methods', 'GET, POST, DELETE, PUT, PATCH, HEAD']
const eventMethods: Headers = ['access-control-allow-methods', 'OPTIONS, GET, DELETE']
const corsFor = (url: string) => (url.startsWith(`${apiPrefix}/events`) ? eventMethods : methods)

/**
 * Writes an answer. Straight to the connection: most answers are events for polls that wait, and what a framework
 * does around each would cost as much as everything else together.
 */
export function respond(
  app: App,
  exchange: Exchange,
  status: number,
  text: string,
  extra: Headers = [],
): void {
  measure(app, exchange, status)
  const { response, url, allowance, id } = exchange
  const length = Buffer.byteLength(text)
  response.writeHead(status, [
    'content-type',
    'application/json',
    ...always,
    ...corsFor(url),
    ...(allowance === undefined ? [] : allowanceHeaders(allowance)),
    ...extra,
    'x-request-id',
    id,
    'content-length',
    String(length),
  ])
  // A character a byte: nothing to encode.
  response.end(text, length === text.length ? 'latin1' : 'utf8')
}

/** Proxies shall not gather what belongs to the client at once. */
export const streamHeaders = ({ url, id }: Exchange): Headers => [
  'content-type',
  'text/event-stream; charset=utf-8',
  'x-accel-buffering',
  'no',
  ...always,
  ...corsFor(url),
  'x-request-id',
  id,
]

export function respondWithError(app: App, exchange: Exchange, thrown: unknown, extra: Headers = []): void {
  const error = toWireError(thrown)
  if (error.status === 500) {
    const { id, method, endpoint } = exchange
    const route = endpoint?.path ?? 'unknown'
    app.logger.error({ err: thrown, req_id: id, method, route }, 'a request failed')
  }
  if (exchange.response.headersSent) {
    // Half an answer cannot become another one; the client must not take it for whole.
    exchange.response.destroy()
    return
  }
  if (error instanceof TooManyRequests) exchange.allowance = error.allowance
  const wait = retryAfter(error)
  respond(app, exchange, error.status, errorText(error), [
    ...extra,
    ...(wait === undefined ? [] : ['retry-after', String(wait)]),
    ...(error.kind === 'Unauthorized' ? ['www-authenticate', 'Basic realm="chat"'] : []),
  ])
}

/** The answer to a browser that asks before it calls. */
export function respondToPreflight({ response, url, id }: Exchange, allowed: readonly string[]): void {
  response.writeHead(204, [...always, ...corsFor(url), 'allow', allowed.join(', '), 'x-request-id', id])
  response.end()
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
function measure(app: App, { endpoint, method, started }: Exchange, status: number): void {
  if (endpoint === endpoints.getEvents && status === 200) return
  const seconds = (performance.now() - started) / 1_000
  app.metrics.requestAnswered(endpoint?.method ?? method, endpoint?.path ?? 'unknown', status, seconds)
}
