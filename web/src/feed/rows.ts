import type { ConversationKey } from '../navigation/conversation.ts'

/** ID of a message before the server has assigned one. */
export type LocalId = string
/** State of a message that is not confirmed by the server. */
export type SendState = 'queued' | 'sending' | 'uncertain' | 'failed'

export type Row =
  /** A gap between two loaded ranges. */
  | { kind: 'gap'; key: `gap:${string}`; after: number; before: number }
  | { kind: 'unread'; key: 'unread'; count: number }
  /** A calendar date in the display zone. */
  | { kind: 'day'; key: `day:${string}`; date: string }
  /** `first` is the message below, whose spelling of the topic is displayed. */
  | { kind: 'bar'; key: `bar:${string}`; conversation: ConversationKey; first: number | LocalId }
  | { kind: 'fold'; key: `fold:${string}`; ids: readonly number[]; why: FoldReason; isOpen: boolean }
  /** `lead`: with avatar and name. `tail`: the last of its run. */
  | {
      kind: 'message'
      key: string
      id: number | LocalId
      lead: boolean
      tail: boolean
      state?: SendState
    }
export type FoldReason = 'muted-sender' | 'notices'

/** The fields of a message that rows depend on. */
export interface RowMessage {
  conversation: ConversationKey
  senderId: number
  timestamp: number
  /** A `/me` message, which is never part of a run. */
  isMe?: boolean
  /** A poll or a to-do list. */
  isWidget?: boolean
  /** A notice of the server, such as a resolved topic. */
  isNotice?: boolean
}

export interface PendingMessage extends RowMessage {
  localId: LocalId
  state: SendState
}

export interface RowContext {
  message(id: number): RowMessage | undefined
  /** The calendar date of a time in seconds, in the display zone. */
  dateOf(timestamp: number): string
  /** Several conversations in one feed, separated by recipient bars. */
  isMixed: boolean
  /** The first ID is the oldest message. */
  hasOldest: boolean
  /** Unconfirmed messages, which come last. */
  pending?: readonly PendingMessage[]
  /** The first unread message and their number when the view was opened. */
  marker?: { before: number; count: number } | undefined
  isMutedSender?(userId: number): boolean
  /** Keys of the folds that the reader opened. */
  openFolds?: ReadonlySet<string>
  /** IDs after which messages are missing. */
  gapAfter?: ReadonlySet<number>
  /**
   * IDs that were the oldest when a page was loaded. Folds never cross them, so that existing rows stay the same when older
   * messages are loaded.
   */
  pageStarts?: ReadonlySet<number>
  /** Stable: a sent message keeps the key it had before it was confirmed. */
  rowKeyOf?(id: number): string
}

export const rowKeyOf = (id: number | LocalId): string => (typeof id === 'number' ? `m${id}` : `l${id}`)
