import type { App } from '../../app.ts'
import { type Allowance, TooManyRequests } from '../../platform/rate-limit.ts'
import { Slot } from '../../platform/slots.ts'
import { type Exchange, PolledExchange, type RoutedExchange, routed } from '../exchange.ts'
import { apiPrefix, isSessionCall } from '../request/prefixes.ts'
import { Compression, type Encoding } from './compression.ts'
import { errorText } from './envelope.ts'
import { retryAfter, toWireError } from './errors.ts'
import { recordResponse } from './record.ts'

/** Alternating names and values, the fastest format for Node. */
type Headers = string[]

const always: Headers = ['cache-control', 'no-store, no-cache, must-revalidate, max-age=0, private']
/** Pages of other sites may call the API with a key, but not with the visitor's session. */
const openToOthers: Headers = [
  'access-control-allow-origin',
  '*',
  'access-control-allow-headers',
  'Authorization',
]
const methods = 'access-control-allow-methods'
const open: Headers = [...openToOthers, methods, 'GET, POST, DELETE, PUT, PATCH, HEAD']
const openEvents: Headers = [...openToOthers, methods, 'OPTIONS, GET, DELETE']
const closed: Headers = []
function corsFor(url: string): Headers {
  if (url.startsWith(`${apiPrefix}/events`)) return openEvents
  return isSessionCall(url) ? closed : open
}

/** Common headers of poll responses, serialized once. */
const toPolls = (cors: Headers) => inLines(['content-type', 'application/json', ...always, ...cors])
const linesToPolls = { api: toPolls(openEvents), session: toPolls(closed) }

function inLines(headers: Headers): string {
  let lines = ''
  for (let n = 0; n < headers.length; n += 2) lines += `${headers[n]}: ${headers[n + 1]}\r\n`
  return lines
}

/**
 * Writes a response directly to the connection: most responses are events for parked polls, and the framework's
 * overhead would cost as much as everything else.
 */
export function respond(
  app: App,
  exchange: Exchange,
  status: number,
  text: string,
  extra: Headers = [],
): void {
  const length = Buffer.byteLength(text)
  const sendPlain = () => {
    writeHead(app, exchange, status, length, extra)
    // One byte per character: no encoding needed.
    exchange.responseTarget.end(text, length === text.length ? 'latin1' : 'utf8')
  }
  const encoding = encodingFor(app, exchange, length)
  if (encoding === undefined) sendPlain()
  else respondCompressed(app, exchange, encoding, status, Buffer.from(text), extra, sendPlain)
}

const compressionSlot = new Slot<App, Compression>()
const compressionOf = (app: App) =>
  app.slots.get(compressionSlot) ?? app.slots.set(compressionSlot, new Compression())

/** Polls are not compressed: most are small, and their latency counts. */
function encodingFor(app: App, exchange: Exchange, length: number): Encoding | undefined {
  if (exchange instanceof PolledExchange || exchange.method === 'HEAD') return undefined
  return compressionOf(app).encodingFor(exchange.headers['accept-encoding'], length)
}

function respondCompressed(
  app: App,
  exchange: Exchange,
  encoding: Encoding,
  status: number,
  bytes: Buffer,
  extra: Headers,
  sendPlain: () => void,
): void {
  compressionOf(app).compress(encoding, bytes, (compressed) => {
    if (compressed === undefined) return sendPlain()
    const headers = [...extra, 'content-encoding', encoding, 'vary', 'accept-encoding']
    writeHead(app, exchange, status, compressed.length, headers)
    exchange.responseTarget.end(compressed)
  })
}

/** Writes a response from shared buffers, without copying large ones. */
export function respondInParts(app: App, exchange: Exchange, parts: readonly Buffer[]): void {
  const { response } = routed(exchange)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const sendPlain = () => {
    writeHead(app, exchange, 200, length, [])
    response.cork()
    for (const part of gathered(parts)) response.write(part)
    response.uncork()
    response.end()
  }
  const encoding = encodingFor(app, exchange, length)
  if (encoding === undefined) sendPlain()
  else respondCompressed(app, exchange, encoding, 200, Buffer.concat(parts), [], sendPlain)
}

const large = 32_768

/** Joins small parts, because a write costs more than copying a few bytes. */
function* gathered(parts: readonly Buffer[]): Iterable<Buffer> {
  let small: Buffer[] = []
  for (const part of parts) {
    if (part.length < large) small.push(part)
    else {
      if (small.length > 0) yield Buffer.concat(small)
      small = []
      yield part
    }
  }
  if (small.length > 0) yield Buffer.concat(small)
}

function writeHead(app: App, exchange: Exchange, status: number, length: number, extra: Headers): void {
  record(app, exchange, status)
  const { url } = exchange
  const own = [...ownHeaders(exchange, extra), 'content-length', String(length)]
  if (exchange instanceof PolledExchange) {
    exchange.responseTarget.writeHead(
      status,
      linesToPolls[isSessionCall(url) ? 'session' : 'api'] + inLines(own),
    )
  } else {
    const added = status === 200 ? [...tagHeader(exchange), ...exchange.replyHeaders] : []
    const headers = ['content-type', 'application/json', ...always, ...corsFor(url), ...added, ...own]
    exchange.response.writeHead(status, headers)
  }
}

const noHeaders: Headers = []
const tagHeader = ({ entityTag }: RoutedExchange): Headers =>
  entityTag === undefined ? noHeaders : ['etag', entityTag]

/** Headers that belong to this exchange alone. */
const ownHeaders = ({ allowance, cookies, id }: Exchange, extra: Headers): Headers => [
  ...(allowance === undefined ? [] : allowanceHeaders(allowance)),
  ...cookies.flatMap((one) => ['set-cookie', one]),
  ...extra,
  'x-request-id',
  id,
]

/** The client has the current response. */
export function respondNotModified(app: App, exchange: Exchange): void {
  const { response, url } = routed(exchange)
  record(app, exchange, 304)
  const tag = tagHeader(routed(exchange))
  response.writeHead(304, [...always, ...corsFor(url), ...tag, ...ownHeaders(exchange, [])]).end()
}

/** Starts a streaming response. */
export function openStream(exchange: Exchange): void {
  const headers = [
    'content-type',
    'text/event-stream; charset=utf-8',
    // Proxies must not buffer the stream.
    'x-accel-buffering',
    'no',
    ...always,
    ...corsFor(exchange.url),
    'x-request-id',
    exchange.id,
  ]
  if (exchange instanceof PolledExchange) exchange.responseTarget.openStream(inLines(headers))
  else exchange.response.writeHead(200, headers).flushHeaders()
}

export function respondWithError(app: App, exchange: Exchange, thrown: unknown, extra: Headers = []): void {
  const error = toWireError(thrown)
  if (error.status >= 500) logFailure(app, exchange, error.status, thrown)
  if (exchange.responseTarget.headersSent) {
    // A partial response cannot become an error; the client must not take it for complete.
    exchange.responseTarget.destroy()
    return
  }
  if (error instanceof TooManyRequests) exchange.allowance = error.allowance
  const scheme = isSessionCall(exchange.url) ? 'Session' : 'Basic'
  const wait = retryAfter(error)
  respond(app, exchange, error.status, errorText(error), [
    ...extra,
    ...(wait === undefined ? [] : ['retry-after', String(wait)]),
    ...(error.kind === 'Unauthorized' ? ['www-authenticate', `${scheme} realm="chat"`] : []),
  ])
}

function logFailure(app: App, { id, method, route }: Exchange, status: number, thrown: unknown): void {
  const details = { err: thrown, req_id: id, method, route }
  if (status === 503) {
    app.metrics.requestTurnedAway()
    app.overloadLog.warn(details, 'requests are turned away')
  } else app.logger.error(details, 'a request failed')
}

/** Responds to a CORS preflight request. */
export function respondToPreflight(app: App, exchange: RoutedExchange, allowed: readonly string[]): void {
  const { response, url, id } = exchange
  record(app, exchange, 204)
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

/** Counts and logs the response. HEAD requests to the API count as GET. */
export function record(app: App, exchange: Exchange, status: number): void {
  if (exchange.isRecorded) return
  const { id, endpoint, method, route, started } = exchange
  recordResponse(app, { id, method: endpoint?.method ?? method, route, started }, status)
}
