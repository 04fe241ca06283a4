import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Endpoint, endpoints } from '@loquat/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress, type TrustProxy } from '../platform/proxies.ts'
import type { Allowance } from '../platform/rate-limit.ts'
import type { Session } from '../sessions/sessions.ts'
import { type Fields, noFields, type SentFile } from './form.ts'
import type { Outlet } from './outlet.ts'
import { type PlainPoll, pollPaths } from './plain-poll.ts'
import type { PollConnection } from './poll-connection.ts'
import { isSessionCall } from './prefixes.ts'

/** A request and its answer. */
export type Exchange = RoutedExchange | PolledExchange

/** Whichever way it came. */
interface AnyExchange {
  id: string
  method: string
  url: string
  headers: IncomingMessage['headers']
  /** What follows the question mark, undecoded. */
  query: string
  body: Fields
  files: readonly SentFile[]
  path: Record<string, string>
  endpoint: Endpoint | undefined
  outlet: Outlet
  started: number
  /** Where it comes from, as an IP address. */
  readonly address: string
  /** The session of a browser, once it is known. */
  session: Session | undefined
  cookies: readonly string[]
  /** What is left of the caller's allowance, where requests are counted. */
  allowance: Allowance | undefined
  /** The client has disconnected. */
  readonly isGone: boolean
  /** Calls back when the client goes away before the answer; returns how to stop caring. */
  onDisconnect(callback: () => void): () => void
}

/** One that the router brought: all but plain polls. */
export interface RoutedExchange extends AnyExchange {
  request: IncomingMessage
  response: ServerResponse
  /** Headers that the handler adds to its response, names and values in turn. */
  replyHeaders: string[]
}

/** What only one of those can be asked for. */
export function routed(exchange: Exchange): RoutedExchange {
  if (exchange instanceof PolledExchange) throw new Error('A poll does not come through the router.')
  return exchange
}

/** From here on the answer is ours to write. */
export function exchangeOf(request: FastifyRequest, reply: FastifyReply): RoutedExchange {
  reply.hijack()
  const response = reply.raw
  return {
    id: request.id,
    method: request.method,
    url: request.originalUrl,
    headers: request.headers,
    query: typeof request.query === 'string' ? request.query : '',
    body: (request.body as Fields | undefined) ?? noFields,
    files: request.files ?? [],
    path: (request.params as Record<string, string> | undefined) ?? {},
    endpoint: request.routeOptions?.config?.endpoint,
    request: request.raw,
    response,
    outlet: response,
    // An address that cannot be read is refused before the clock starts.
    started: request.started || performance.now(),
    address: request.ip ?? '',
    session: undefined,
    cookies: [],
    replyHeaders: [],
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

const nothing: readonly never[] = []
const noPath = {}

/** A poll. Thousands wait, so this is a class: what all have in common is not kept by each. */
export class PolledExchange implements AnyExchange {
  readonly id = nextRequestId()
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
    this.outlet = outlet
    this.url = url
    this.headers = headers
  }

  get method(): string {
    return this.endpoint.method
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

  /** It waits, and all that is still asked of it is which of the two ways it came. */
  forgetRequest(): void {
    this.url = isSessionCall(this.url) ? pollPaths.session : pollPaths.api
    this.headers = noPath
  }
}

let requests = 0
export const nextRequestId = () => `req-${(++requests).toString(36)}`
