import { apiError } from '@loquat/contract'
import type { Credential } from './credential.ts'
import type { ParkedPollState } from './parked-polls.ts'
import type { QueueRow } from './queue-store.ts'

/** A queue that this process knows. It holds no events: the client's position is its cursor in the log. */
export interface Queue {
  readonly row: QueueRow
  /** The client capabilities as bits, for `adaptation.ts`. */
  readonly abilities: number
  lastActive: number
  touchedAt: number
  parked: ParkedPoll | undefined
}

/** A request that waits for events: a poll ends with the first ones, a stream goes on while the client keeps up. */
export interface ParkedPoll extends ParkedPollState {
  readonly queue: Queue
  readonly credential: Credential
  /** Delivers events. Returns whether it stays parked. */
  readonly deliver: (events: string[]) => boolean
  readonly end: (events: string[]) => void
  readonly stopWatching: () => void
}

export interface PollRequest {
  queueId: string
  lastEventId: number
  dontBlock: boolean
  credential: Credential
  /** Calls back when the client disconnects. Returns a function that removes the callback. */
  onDisconnect(callback: () => void): () => void
}

/** The same error for a queue of another user, so that nobody learns which queues exist. */
export const queueNotFound = (queueId: string) =>
  apiError('event-queue-not-found', { queue: queueId }, { queue_id: queueId })
