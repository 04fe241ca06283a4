import type { Endpoint, ParamsOf, PathOf, ReplyOf } from '@loquat/contract'
import type { App } from '../app.ts'
import type { User } from '../directory/directory.ts'
import type { Realm } from '../realms/realm.ts'
import type { Allowance } from './rate-limit.ts'

/** A call that has been authenticated and understood. */
export interface Call<E extends Endpoint = Endpoint> {
  app: App
  realm: Realm
  /** For calls that need no account: perhaps the spectator. */
  user: E['auth'] extends 'none' ? undefined : User
  path: PathOf<E>
  params: ParamsOf<E>
  clientName: string
  /** Calls back when the client goes away before the answer; returns how to stop caring. */
  onGone(callback: () => void): () => void
  /** Notes parameters that made no difference. */
  ignore(names: readonly string[]): void
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

type Handler<E extends Endpoint> = (call: Call<E>) => ReplyOf<E> | RawReply | Promise<ReplyOf<E> | RawReply>

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
