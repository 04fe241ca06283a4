import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import {
  type ChannelLimit,
  channelLimits,
  type Endpoint,
  type EndpointName,
  type EndpointScope,
  endpointScopes,
  type ParamsOf,
  type PathOf,
  type ReplyOf,
} from '@loquat/contract'
import type { App } from '../app.ts'
import type { User } from '../directory/directory.ts'
import type { Credential } from '../events/credential.ts'
import type { EventSink } from '../events/queues.ts'
import type { Allowance } from '../platform/rate-limit.ts'
import type { Realm } from '../realms/realm.ts'
import type { TokenGrant } from '../tokens/tokens.ts'
import type { SharedFields } from './reply/json-text.ts'
import type { SentFile } from './request/form.ts'
import { type PreparedParam, prepareParams } from './request/params.ts'

/** An authenticated and parsed request. */
export interface Call<E extends Endpoint = Endpoint> {
  app: App
  realm: Realm
  /** For endpoints without authentication, possibly the spectator. */
  user: E['auth'] extends 'none' ? undefined : User
  path: PathOf<E>
  params: ParamsOf<E>
  /** Only for endpoints that accept files. */
  files: readonly SentFile[]
  /** The raw request, for endpoints with streamed files. */
  incoming: IncomingMessage
  clientName: string
  headers: IncomingHttpHeaders
  /** When the request arrived, as `performance.now()`. */
  arrivedAt: number
  /** IP address of the client. */
  address: string
  /** The browser session of the caller. */
  sessionId: number | undefined
  /** The token of the caller. */
  token: TokenGrant | undefined
  /** Whether the client has disconnected, so that work for it alone can be skipped. */
  isGone(): boolean
  /** For responses that outlive the authentication of the request. */
  credential: Credential
  /** Calls back if the client disconnects before the response. Returns a function that removes the callback. */
  onDisconnect(callback: () => void): () => void
  /** Reports parameters that had no effect. */
  ignore(names: readonly string[]): void
  /** Adds Set-Cookie headers. */
  setCookies(cookies: readonly string[]): void
  /** Adds a header to a successful response. The value must be valid in a header. */
  setHeader(name: string, value: string): void
  /** Sets the entity tag of the response. True if the client has a response with this tag. */
  validate(tag: string): boolean
  /** For endpoints with their own rate limit. */
  showAllowance(allowance: Allowance): void
}

/** Fields of a success response, already serialized as JSON. */
export class RawReply {
  readonly fields: string
  constructor(fields: string) {
    this.fields = fields
  }
}

/** Fields of a success response, the large ones already serialized as bytes; and fields that it shares with other responses. */
export class PartsReply {
  readonly fields: Record<string, unknown>
  readonly shared: readonly SharedFields[]
  constructor(fields: Record<string, unknown>, shared: readonly SharedFields[] = []) {
    this.fields = fields
    this.shared = shared
  }
}

/** A response that may be delayed. While it waits, only the data that `answer` needs is kept in memory. */
export class WaitingReply {
  /** Resolves when answered or parked. Errors thrown before are answered. */
  readonly start: (answer: (fields: string) => void) => Promise<void>
  constructor(start: (answer: (fields: string) => void) => Promise<void>) {
    this.start = start
  }
}

/** A streaming response. */
export class StreamReply {
  /** Resolves when the stream ends. Errors thrown before `open` are answered. */
  readonly run: (sink: EventSink) => Promise<void>
  constructor(run: (sink: EventSink) => Promise<void>) {
    this.run = run
  }
}

/** A redirect. */
export class RedirectReply {
  readonly location: string
  constructor(location: string) {
    this.location = location
  }
}

/** The client has the current response: see `revalidated`. */
export class NotModifiedReply {}

type Reply<E> =
  | ReplyOf<E>
  | RawReply
  | PartsReply
  | WaitingReply
  | StreamReply
  | RedirectReply
  | NotModifiedReply
export type Handler<E extends Endpoint> = (call: Call<E>) => Reply<E> | Promise<Reply<E>>

export interface Route {
  name: string
  endpoint: Endpoint
  /** The scope that tokens need. */
  scope: EndpointScope
  /** How calls are limited to the channels of a token; undefined if they cannot be. */
  channelLimit: ChannelLimit | undefined
  params: readonly PreparedParam[]
  handle(call: Call): unknown
}

/** Handlers for every endpoint of an area. A missing one does not compile. */
export function implement<A extends Record<string, Endpoint>>(
  area: A,
  handlers: { [K in keyof A]: Handler<A[K]> },
): Route[] {
  return Object.entries(area).map(([name, endpoint]) => ({
    name,
    endpoint,
    scope: endpointScopes[name as EndpointName],
    channelLimit: channelLimits[name as EndpointName],
    params: prepareParams(endpoint),
    handle: handlers[name] as unknown as Route['handle'],
  }))
}
