import { refuse } from '@loquat/contract'
import type { Credential } from './credential.ts'
import type { QueueRow } from './queue-store.ts'
import type { Waiter } from './waiting-room.ts'

/** A queue as this process knows it: who reads and how. It holds no events; the client's position is its cursor. */
export interface Queue {
  readonly row: QueueRow
  /** What `adaptation.ts` knows of its options. */
  readonly abilities: number
  lastActive: number
  touchedAt: number
  parked: Reading | undefined
}

/** Somebody reads a queue and waits: a poll for the first events, a stream for as long as the client keeps up. */
export interface Reading extends Waiter {
  readonly queue: Queue
  readonly credential: Credential
  /** Takes events; says whether it stays for more. */
  readonly stays: (events: string[]) => boolean
  readonly end: (events: string[]) => void
  readonly stopCaring: () => void
}

export interface PollRequest {
  queueId: string
  lastEventId: number
  dontBlock: boolean
  credential: Credential
  /** Calls back when the client goes away; returns how to stop caring. */
  onGone(callback: () => void): () => void
}

/** Also for a queue of somebody else: the two cannot be told apart. */
export const badQueue = (queueId: string) =>
  refuse('BadEventQueueId', `There is no event queue ${queueId}. Register a new one.`, { queue_id: queueId })
