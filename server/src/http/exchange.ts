import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Endpoint, endpoints } from '@loquat/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress, type TrustProxy } from '../platform/proxies.ts'
import type { Allowance } from '../platform/rate-limit.ts'
import type { Session } from '../sessions/sessions.ts'
import { type PlainPoll, pollPaths } from './polls/plain-poll.ts'
import type { PollConnection } from './polls/poll-connection.ts'
import type { Outlet } from './reply/outlet.ts'
import { type Fields, noFields, type SentFile } from './request/form.ts'
import { isSessionCall } from './request/prefixes.ts'

/** A request and its response. */
export type Exchange = RoutedExchange | PolledExchange

/** Common to both kinds. */
interface AnyExchange {
  id: string
  method: string
  url: string
  headers: IncomingMessage['headers']
  /** The undecoded query string. */
  query: string
  body: Fields
  files: readonly SentFile[]
  path: Record<string, string>
  endpoint: Endpoint | undefined
  /** The pattern of the route for metrics and logs; `unknown` without one. */
  readonly route: string
  /** Whether the response is counted and logged elsewhere. */
  readonly isRecorded: boolean
  outlet: Outlet
  started: number
  /** IP address of the client. */
  readonly address: string
  /** The browser session, once known. */
  session: Session | undefined
  cookies: readonly string[]
  /** The caller's remaining rate limit, if requests are counted. */
  allowance: Allowance | undefined
  /** Whether the client has disconnected. */
  readonly isGone: boolean
  /** Calls back if the client disconnects before the response. Returns a function that removes the callback. */
  onDisconnect(callback: () => void): () => void
}

/** A request from the router: all but plain polls. */
export interface RoutedExchange extends AnyExchange {
  request: IncomingMessage
  response: ServerResponse
  /** Headers that the handler adds to its response, alternating names and values. */
  replyHeaders: string[]
  /** The response waits for events, so the request no longer counts as under way. */
  park(): void
}

/** Asserts that an exchange came from the router. */
export function routed(exchange: Exchange): RoutedExchange {
  if (exchange instanceof PolledExchange) throw new Error('A poll does not come through the router.')
  return exchange
}

/** Takes over the response from the framework. */
export function exchangeOf(request: FastifyRequest, reply: FastifyReply): RoutedExchange {
  reply.hijack()
  const response = reply.raw
  const endpoint = request.match?.route.endpoint
  const { url, config } = request.routeOptions
  return {
    id: request.id,
    method: request.method,
    url: request.originalUrl,
    headers: request.headers,
    query: typeof request.query === 'string' ? request.query : '',
    body: (request.body as Fields | undefined) ?? noFields,
    files: request.files ?? [],
    path: request.match?.path ?? (request.params as Record<string, string> | undefined) ?? {},
    endpoint,
    route: routeOf(request),
    isRecorded: url !== undefined && !config?.isApi && !config?.recordsItself,
    request: request.raw,
    response,
    outlet: response,
    // Malformed URLs are rejected before the timer starts.
    started: request.started || performance.now(),
    address: request.ip ?? '',
    session: undefined,
    cookies: [],
    replyHeaders: [],
    park: () => request.leave?.(),
    allowance: undefined,
    get isGone() {
      return response.destroyed || response.socket?.destroyed === true
    },
    onDisconnect: (callback) => {
      if (response.destroyed) queueMicrotask(callback)
      response.on('close', callback)
      return () => response.removeListener('close', callback)
    },
  }
}

/** The route of requests that no route matches. */
export const unknownRoute = 'unknown'

/** The pattern of the route, such as `/users/{user_id}`. */
export function routeOf({ match, routeOptions: { url, config } }: FastifyRequest): string {
  return match?.route.endpoint.path ?? (config?.isApi ? unknownRoute : (url ?? unknownRoute))
}

const nothing: readonly never[] = []
const noPath = {}

/** A poll. A class with shared methods, because thousands are parked. */
export class PolledExchange implements AnyExchange {
  readonly id: string
  readonly endpoint = endpoints.getEvents
  readonly outlet: PollConnection
  readonly started = performance.now()
  url: string
  headers: IncomingMessage['headers']
  session: Session | undefined = undefined
  cookies: readonly string[] = nothing
  allowance: Allowance | undefined = undefined

  readonly #trustProxy: TrustProxy

  constructor(outlet: PollConnection, { url, headers }: PlainPoll, trustProxy: TrustProxy) {
    this.#trustProxy = trustProxy
    this.id = requestId(outlet.socket, headers, trustProxy)
    this.outlet = outlet
    this.url = url
    this.headers = headers
  }

  get method(): string {
    return this.endpoint.method
  }

  get route(): string {
    return this.endpoint.path
  }

  get isRecorded(): boolean {
    return false
  }

  get query(): string {
    return this.url.slice(this.url.indexOf('?') + 1)
  }

  get body(): Fields {
    return noFields
  }

  get files(): readonly SentFile[] {
    return nothing
  }

  get path(): Record<string, string> {
    return noPath
  }

  get address(): string {
    return clientAddress(this.outlet.socket, this.headers, this.#trustProxy)
  }

  get isGone(): boolean {
    return !this.outlet.socket.writable
  }

  onDisconnect(callback: () => void): () => void {
    return this.outlet.onDisconnect(callback)
  }

  /** Drops data that a parked poll no longer needs; only its kind of prefix is kept. */
  park(): void {
    this.url = isSessionCall(this.url) ? pollPaths.session : pollPaths.api
    this.headers = noPath
  }
}

let requests = 0
const proxyRequestId = /^[\w.:-]{1,64}$/

/** The request ID of a trusted proxy (`X-Request-Id`), by which its log and ours name the same request, or a new one. */
export function requestId(socket: Socket, headers: IncomingHttpHeaders, trustProxy: TrustProxy): string {
  const given = headers['x-request-id']
  if (typeof given === 'string' && proxyRequestId.test(given) && trustProxy(socket.remoteAddress ?? '', 0))
    return given
  return `req-${(++requests).toString(36)}`
}
