import type { endpoints, InitialState, InputOf, QueueEvent } from '@loquat/contract'
import type { QueueCursor } from './listen.ts'
import type { KnownPieces } from './state/pieces.ts'

export type RegisterOptions = InputOf<typeof endpoints.register>

/** `catching-up`: the server is reachable again, and missed events are being fetched. */
export type Connection = 'live' | 'reconnecting' | 'catching-up'

export interface LiveOptions {
  register?: RegisterOptions
  /**
   * The `cursor`, `state` and `pieces` of an earlier session. Continues from there if its queue still exists. Otherwise, or without a
   * cursor, gets a new state, but of large lists only the changed pieces.
   */
  resume?: (QueueCursor | { queueId?: undefined }) & { state: InitialState; pieces?: KnownPieces }
  /** Keeps the pieces of large lists, for a later session to resume from. */
  keepPieces?: boolean
  /** Called after each event has been applied to the state. */
  onEvent?(event: QueueEvent, state: InitialState): void
  /** Called after all events of a batch have been applied. */
  onEvents?(events: readonly QueueEvent[], state: InitialState): void
  /** Called with a new initial state: at the start, and after the old queue has expired. */
  onState?(state: InitialState): void
  /** Called when something failed and will be retried after `wait` milliseconds. */
  onTrouble?(error: unknown, wait: number): void
  /**
   * Called when the connection state changes. `retryAt` is the time of the next attempt, in the format of Date.now().
   */
  onConnection?(connection: Connection, details: { retryAt?: number }): void
}
