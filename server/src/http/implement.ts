import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Endpoint, ParamsOf, PathOf, ReplyOf } from '@loquat/contract'
import type { App } from '../app.ts'
import type { User } from '../directory/directory.ts'
import type { Credential } from '../events/credential.ts'
import type { Sink } from '../events/queues.ts'
import type { Allowance } from '../platform/rate-limit.ts'
import type { Realm } from '../realms/realm.ts'
import type { SentFile } from './form.ts'

/** A call that has been authenticated and understood. */
export interface Call<E extends Endpoint = Endpoint> {
  app: App
  realm: Realm
  /** For calls that need no account: perhaps the spectator. */
  user: E['auth'] extends 'none' ? undefined : User
  path: PathOf<E>
  params: ParamsOf<E>
  /** Only where the endpoint takes files. */
  files: readonly SentFile[]
  /** The request as it comes, for endpoints whose files are streamed. */
  incoming: IncomingMessage
  clientName: string
  headers: IncomingHttpHeaders
  /** Where the request comes from, as an IP address. */
  address: string
  /** The session of a browser that is calling. */
  sessionId: number | undefined
  /** The client has disconnected; what is done for it alone need not be done. */
  isGone(): boolean
  /** For answers that outlive the authentication of the request. */
  credential: Credential
  /** Calls back when the client goes away before the answer; returns how to stop caring. */
  onDisconnect(callback: () => void): () => void
  /** Notes parameters that made no difference. */
  ignore(names: readonly string[]): void
  /** For the browser to keep. */
  setCookies(cookies: readonly string[]): void
  /** Adds a header to a successful response. The value must be valid in a header. */
  setHeader(name: string, value: string): void
  /** For endpoints that count calls in a bucket of their own. */
  showAllowance(allowance: Allowance): void
}

/** Fields of a success object whose JSON text exists already. */
export class RawReply {
  readonly fields: string
  constructor(fields: string) {
    this.fields = fields
  }
}

/** Fields of a success object, of which those that are large exist as bytes already. */
export class PartsReply {
  readonly fields: Record<string, unknown>
  constructor(fields: Record<string, unknown>) {
    this.fields = fields
  }
}

/** An answer that may have to wait. While it does, nothing is kept of the call but what `answer` needs. */
export class WaitingReply {
  /** Resolves when it was answered or waits. What is thrown before is answered as an error. */
  readonly start: (answer: (fields: string) => void) => Promise<void>
  constructor(start: (answer: (fields: string) => void) => Promise<void>) {
    this.start = start
  }
}

/** An answer that goes on for as long as the client listens. */
export class StreamReply {
  /** Resolves when it is over. What is thrown before `open` is answered as an error. */
  readonly run: (sink: Sink) => Promise<void>
  constructor(run: (sink: Sink) => Promise<void>) {
    this.run = run
  }
}

/** Another address is the answer. */
export class RedirectReply {
  readonly location: string
  constructor(location: string) {
    this.location = location
  }
}

type Reply<E> = ReplyOf<E> | RawReply | PartsReply | WaitingReply | StreamReply | RedirectReply
type Handler<E extends Endpoint> = (call: Call<E>) => Reply<E> | Promise<Reply<E>>

export interface Route {
  name: string
  endpoint: Endpoint
  handle(call: Call): unknown
}

/** Handlers for every endpoint of an area; leaving one out does not compile. */
export function implement<A extends Record<string, Endpoint>>(
  area: A,
  handlers: { [K in keyof A]: Handler<A[K]> },
): Route[] {
  return Object.entries(area).map(([name, endpoint]) => ({
    name,
    endpoint,
    handle: handlers[name] as unknown as Route['handle'],
  }))
}
