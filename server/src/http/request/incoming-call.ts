import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { App } from '../../app.ts'
import type { Credential } from '../../events/credential.ts'
import type { Realm } from '../../realms/realm.ts'
import type { TokenGrant } from '../../tokens/tokens.ts'
import { type Exchange, routed } from '../exchange.ts'
import type { Call } from '../implement.ts'
import { hasTag } from '../reply/revalidation.ts'
import { clientName } from './client-name.ts'
import type { SentFile } from './form.ts'
import type { ParsedParams } from './params.ts'

/**
 * The request as handlers see it. A class with lazy getters, because every request creates one and few handlers use
 * all of it.
 */
export class IncomingCall implements Call {
  readonly app: App
  readonly realm: Realm
  readonly user: Call['user']
  readonly path: Call['path']
  readonly params: Call['params']
  readonly #exchange: Exchange
  readonly #parsed: ParsedParams
  /** Parameter names, in the order they were sent. */
  readonly #sent: () => string[]

  // Bound, because handlers destructure the call.
  readonly onDisconnect: Call['onDisconnect'] = (callback) => this.#exchange.onDisconnect(callback)
  readonly isGone: Call['isGone'] = () => this.#exchange.isGone
  readonly ignore: Call['ignore'] = (names) => {
    const sent = this.#sent()
    const { ignored } = this.#parsed
    ignored.push(...names)
    ignored.sort((a, b) => sent.indexOf(a) - sent.indexOf(b))
  }
  readonly setCookies: Call['setCookies'] = (cookies) => {
    this.#exchange.cookies = cookies
  }
  readonly setHeader: Call['setHeader'] = (name, value) => {
    routed(this.#exchange).replyHeaders.push(name, value)
  }
  readonly validate: Call['validate'] = (tag) => {
    const exchange = routed(this.#exchange)
    exchange.entityTag = tag
    return hasTag(exchange.headers['if-none-match'], tag)
  }
  readonly showAllowance: Call['showAllowance'] = (allowance) => {
    this.#exchange.allowance = allowance
  }

  constructor(
    app: App,
    realm: Realm,
    user: Call['user'],
    path: Call['path'],
    parsed: ParsedParams,
    exchange: Exchange,
    sent: () => string[],
  ) {
    this.app = app
    this.realm = realm
    this.user = user
    this.path = path
    this.params = parsed.params
    this.#exchange = exchange
    this.#parsed = parsed
    this.#sent = sent
  }

  get files(): readonly SentFile[] {
    return this.#exchange.files
  }

  get incoming(): IncomingMessage {
    return routed(this.#exchange).request
  }

  get headers(): IncomingHttpHeaders {
    return this.#exchange.headers
  }

  get arrivedAt(): number {
    return this.#exchange.started
  }

  get address(): string {
    return this.#exchange.address
  }

  get sessionId(): number | undefined {
    return this.#exchange.session?.id
  }

  get token(): TokenGrant | undefined {
    return this.#exchange.token
  }

  get credential(): Credential {
    return this.#exchange.session?.endings ?? this.#exchange.token ?? this.user?.apiKeyHash ?? ''
  }

  get clientName(): string {
    return clientName(this.#parsed.client, this.headers['user-agent'])
  }
}
