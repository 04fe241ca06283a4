import type { LocalId, SendState } from '../feed/rows.ts'
import type { ConversationKey } from '../navigation/conversation.ts'

/** A message that was written here and is not confirmed. */
export interface OutboxEntry {
  localId: LocalId
  conversation: ConversationKey
  content: string
  state: SendState
  /** Time of the latest attempt, in milliseconds. */
  attemptedAt?: number
  /** When its call broke, in milliseconds. */
  uncertainSince?: number
  /** Number of the queue that reports the attempt; incremented whenever a queue is lost. */
  queue?: number
  /** Newest message ID known at the attempt: the sent message is newer. */
  after?: number
  /** The server asked to retry not before this time. */
  notBefore?: number
  /** A search for it in the conversation is running. */
  isSought?: boolean
  /** New text, to be saved after the message is confirmed. */
  edited?: string
  isDiscarded?: boolean
  reason?: { code: string; text: string }
}

export interface Outbox {
  /** In the order in which they were written. */
  entries: readonly OutboxEntry[]
  isOnline: boolean
  queue: number
}

export const emptyOutbox: Outbox = { entries: [], isOnline: true, queue: 0 }

export type OutboxAction =
  | { kind: 'enqueue'; localId: LocalId; conversation: ConversationKey; content: string }
  | { kind: 'connection'; isOnline: boolean }
  /** The response or the event arrived, whichever comes first. */
  | { kind: 'confirmed'; localId: LocalId; messageId: number }
  | { kind: 'refused'; localId: LocalId; code: string; text: string }
  | { kind: 'postponed'; localId: LocalId; until: number }
  /** The connection broke, so the result is unknown. */
  | { kind: 'broke'; localId: LocalId }
  /** The queue has delivered all events up to now. */
  | { kind: 'heard' }
  | { kind: 'queue-lost' }
  | { kind: 'looked'; localId: LocalId; found: number | undefined }
  | { kind: 'look-failed'; localId: LocalId }
  | { kind: 'retry'; localId: LocalId }
  | { kind: 'edit'; localId: LocalId; content: string }
  | { kind: 'discard'; localId: LocalId }
  /** Sent at intervals. */
  | { kind: 'tick' }

/** Side effects for the caller to perform. */
export type OutboxEffect =
  | { kind: 'send'; localId: LocalId; content: string }
  /** Search the newest own messages of the conversation; see `findSent`. */
  | { kind: 'look'; localId: LocalId }
  | { kind: 'arrived'; localId: LocalId; messageId: number }
  | { kind: 'patch'; messageId: number; content: string }
  | { kind: 'delete'; messageId: number }

export interface StepContext {
  /** In milliseconds. */
  now: number
  newestKnown: number
}
