import type { ConversationKey } from '../navigation/conversation.ts'

/** What a message is called before the server has given it an id. */
export type LocalId = string
/** Where a message that was sent from here stands, until it is confirmed. */
export type SendState = 'queued' | 'sending' | 'uncertain' | 'failed'

export type Row =
  /** A hole between two loaded stretches; it is loaded when it comes near. */
  | { kind: 'gap'; key: `gap:${string}`; after: number; before: number }
  | { kind: 'unread'; key: 'unread'; count: number }
  /** A calendar date in the display zone. */
  | { kind: 'day'; key: `day:${string}`; date: string }
  /** `first`: the message under it, whose spelling of the topic is shown. */
  | { kind: 'bar'; key: `bar:${string}`; conversation: ConversationKey; first: number | LocalId }
  | { kind: 'fold'; key: `fold:${string}`; ids: readonly number[]; why: FoldReason; isOpen: boolean }
  /** Leads: with picture and name. Tail: the last of its run. */
  | {
      kind: 'message'
      key: string
      id: number | LocalId
      lead: boolean
      tail: boolean
      state?: SendState
    }
export type FoldReason = 'muted-sender' | 'notices'

/** As much of a message as its rows depend on. */
export interface RowMessage {
  conversation: ConversationKey
  senderId: number
  timestamp: number
  /** `/me`, which always stands alone. */
  isMe?: boolean
  /** A poll or a to-do list. */
  isWidget?: boolean
  /** A notice of the system: resolved, moved. */
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
  /** Several conversations in one list, which bars tell apart. */
  isMixed: boolean
  /** Nothing is before the first id. */
  hasOldest: boolean
  /** Sent from here and not confirmed; they come last. */
  pending?: readonly PendingMessage[]
  /** Placed when the view was opened, and frozen: the first unread message then, and how many there were. */
  marker?: { before: number; count: number } | undefined
  isMutedSender?(userId: number): boolean
  /** Folds that the reader opened, by key. */
  openFolds?: ReadonlySet<string>
  /** Ids after which messages are missing. */
  gapAfter?: ReadonlySet<number>
  /**
   * Ids that were the oldest when a page was loaded. No fold goes across them, so that what is drawn stays as it is when older
   * messages come.
   */
  pageStarts?: ReadonlySet<number>
  /** Stable for life: a message sent from here keeps the key it had before it was confirmed. */
  rowKeyOf?(id: number): string
}

export const rowKeyOf = (id: number | LocalId): string => (typeof id === 'number' ? `m${id}` : `l${id}`)
