import type { LocalId, SendState } from '../feed/rows.ts'
import type { ConversationKey } from '../navigation/conversation.ts'

/** A message that was written here and is not known to have arrived. */
export interface OutboxEntry {
  localId: LocalId
  conversation: ConversationKey
  content: string
  state: SendState
  /** The latest attempt, in milliseconds. */
  attemptedAt?: number
  /** When its call broke, in milliseconds. */
  uncertainSince?: number
  /** The queue that would tell of that attempt, counted up whenever one is lost. */
  queue?: number
  /** The newest message known at that attempt: an arrived one is newer. */
  after?: number
  /** The server asked to wait until then. */
  notBefore?: number
  /** It is being looked for among the messages of the conversation. */
  isSought?: boolean
  /** Changed after it went out: to be changed there once it is confirmed. */
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
  /** The server answered the call, or told of the message in an event. Whichever comes first. */
  | { kind: 'confirmed'; localId: LocalId; messageId: number }
  | { kind: 'refused'; localId: LocalId; code: string; text: string }
  | { kind: 'postponed'; localId: LocalId; until: number }
  /** The connection broke, so nobody knows. */
  | { kind: 'broke'; localId: LocalId }
  /** The queue has told everything up to now: it caught up, or is alive. */
  | { kind: 'heard' }
  | { kind: 'queue-lost' }
  | { kind: 'looked'; localId: LocalId; found: number | undefined }
  | { kind: 'look-failed'; localId: LocalId }
  | { kind: 'retry'; localId: LocalId }
  | { kind: 'edit'; localId: LocalId; content: string }
  | { kind: 'discard'; localId: LocalId }
  /** Time has passed. */
  | { kind: 'tick' }

/** What is to be done. */
export type OutboxEffect =
  | { kind: 'send'; localId: LocalId; content: string }
  /** Look among one's newest messages of the conversation; see `findSent`. */
  | { kind: 'look'; localId: LocalId }
  | { kind: 'arrived'; localId: LocalId; messageId: number }
  | { kind: 'patch'; messageId: number; content: string }
  | { kind: 'delete'; messageId: number }

export interface StepContext {
  /** In milliseconds. */
  now: number
  newestKnown: number
}
