import type { endpoints, InitialState, InputOf, QueueEvent } from '@loquat/contract'
import type { Cursor } from './listen.ts'

export type RegisterOptions = InputOf<typeof endpoints.register>

/** `catching-up`: the server answers again, and what was missed is being fetched. */
export type Connection = 'live' | 'reconnecting' | 'catching-up'

export interface LiveOptions {
  register?: RegisterOptions
  /** Where an earlier session was (its `cursor` and `state`), to go on from there if the queue still exists. */
  resume?: Cursor & { state: InitialState }
  /** After each event has been applied to the state. */
  onEvent?(event: QueueEvent, state: InitialState): void
  /** After all events that came together have been applied. */
  onEvents?(events: readonly QueueEvent[], state: InitialState): void
  /** There is another state to begin from: at the start, and when the old queue was gone. */
  onState?(state: InitialState): void
  /** Something failed and will be tried again after `wait` milliseconds. */
  onTrouble?(error: unknown, wait: number): void
  /** How the connection is, when that changes. `retryAt` is when the next attempt is due, as Date.now() tells the time. */
  onConnection?(connection: Connection, details: { retryAt?: number }): void
}
