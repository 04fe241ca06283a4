import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Endpoint, endpoints } from '@loquat/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress, type TrustProxy } from '../platform/proxies.ts'
import type { Allowance } from '../platform/rate-limit.ts'
import type { Session } from '../sessions/sessions.ts'
import type { TokenGrant } from '../tokens/tokens.ts'
import { type PlainPoll, pollPaths } from './polls/plain-poll.ts'
import type { PollConnection } from './polls/poll-connection.ts'
import type { ResponseTarget } from './reply/response-target.ts'
import { type Fields, noFields, type SentFile } from './request/form.ts'
import { isSessionCall } from './request/prefixes.ts'

const nothing: readonly never[] = []

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
  responseTarget: ResponseTarget
  started: number
  /** IP address of the client. */
  readonly address: string
  /** The browser session, once known. */
  session: Session | undefined
  /** The token that authenticated the request, if any. */
  token: TokenGrant | undefined
  cookies: readonly string[]
  /** The caller's remaining rate limit, if requests are counted. */
  allowance: Allowance | undefined
  /** Whether the client has disconnected. */
  readonly isGone: boolean
  /** Calls back if the client disconnects before the response. Returns a function that removes the callback. */
  onDisconnect(callback: () => void): () => void
}

/** A request of `node:http`: all but plain polls. */
export abstract class RoutedExchange implements AnyExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  readonly url: string
  readonly query: string
  readonly path: Record<string, string>
  readonly endpoint: Endpoint | undefined
  readonly started: number
  body: Fields = noFields
  files: readonly SentFile[] = nothing
  session: Session | undefined = undefined
  token: TokenGrant | undefined = undefined
  cookies: readonly string[] = nothing
  allowance: Allowance | undefined = undefined
  /** The entity tag of a response that clients can revalidate. */
  entityTag: string | undefined = undefined
  /** Headers that the handler adds to its response, alternating names and values. */
  replyHeaders: string[] = []

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    call: Pick<AnyExchange, 'id' | 'url' | 'query' | 'path' | 'endpoint' | 'started'>,
  ) {
    this.request = request
    this.response = response
    this.id = call.id
    this.url = call.url
    this.query = call.query
    this.path = call.path
    this.endpoint = call.endpoint
    this.started = call.started
  }

  abstract get address(): string
  abstract get route(): string
  abstract get isRecorded(): boolean
  /** The response waits for events, so the request no longer counts as under way. */
  abstract park(): void

  get method(): string {
    return this.request.method ?? 'GET'
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers
  }

  get responseTarget(): ServerResponse {
    return this.response
  }

  get isGone(): boolean {
    return this.response.destroyed || this.response.socket?.destroyed === true
  }

  onDisconnect(callback: () => void): () => void {
    if (this.response.destroyed) queueMicrotask(callback)
    this.response.on('close', callback)
    return () => this.response.removeListener('close', callback)
  }
}

/** Asserts that an exchange came through `node:http`. */
export function routed(exchange: Exchange): RoutedExchange {
  if (exchange instanceof PolledExchange) throw new Error('A poll does not come through node:http.')
  return exchange
}

/** A request that the framework routed: for a page, a file, or an unknown path. */
class FrameworkExchange extends RoutedExchange {
  readonly #request: FastifyRequest

  constructor(request: FastifyRequest, response: ServerResponse) {
    super(request.raw, response, {
      id: request.id,
      url: request.originalUrl,
      query: typeof request.query === 'string' ? request.query : '',
      path: (request.params as Record<string, string> | undefined) ?? {},
      endpoint: undefined,
      // Malformed URLs are rejected before the timer starts.
      started: request.started || performance.now(),
    })
    this.#request = request
    this.body = (request.body as Fields | undefined) ?? noFields
  }

  get address(): string {
    return this.#request.ip ?? ''
  }

  get route(): string {
    return routeOf(this.#request)
  }

  get isRecorded(): boolean {
    const { url, config } = this.#request.routeOptions
    return url !== undefined && !config?.recordsItself
  }

  park(): void {
    this.#request.leave?.()
  }
}

/** Takes over the response from the framework. */
export function exchangeOf(request: FastifyRequest, reply: FastifyReply): RoutedExchange {
  reply.hijack()
  return new FrameworkExchange(request, reply.raw)
}

/** The route of requests that no route matches. */
export const unknownRoute = 'unknown'

/** The pattern of the route, such as `/users/{user_id}`. */
export const routeOf = ({ routeOptions: { url } }: FastifyRequest): string => url ?? unknownRoute

const noPath = {}

/** A poll. A class with shared methods, because thousands are parked. */
export class PolledExchange implements AnyExchange {
  readonly id: string
  readonly endpoint = endpoints.getEvents
  readonly responseTarget: PollConnection
  readonly started = performance.now()
  url: string
  headers: IncomingMessage['headers']
  session: Session | undefined = undefined
  token: TokenGrant | undefined = undefined
  cookies: readonly string[] = nothing
  allowance: Allowance | undefined = undefined

  readonly #trustProxy: TrustProxy

  constructor(responseTarget: PollConnection, { url, headers }: PlainPoll, trustProxy: TrustProxy) {
    this.#trustProxy = trustProxy
    this.id = requestId(responseTarget.socket, headers, trustProxy)
    this.responseTarget = responseTarget
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
    return clientAddress(this.responseTarget.socket, this.headers, this.#trustProxy)
  }

  get isGone(): boolean {
    return !this.responseTarget.socket.writable
  }

  onDisconnect(callback: () => void): () => void {
    return this.responseTarget.onDisconnect(callback)
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
