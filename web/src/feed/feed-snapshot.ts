import type { FetchedMessage, NarrowTerm } from '@loquat/contract'
import type { FeedView } from '../navigation/narrow.ts'

export type Anchor = number | 'newest' | 'first_unread'

export interface FeedOptions {
  view: FeedView
  narrow: readonly NarrowTerm[]
  /** Whether a message belongs here, as far as that can be told without asking. */
  matches(message: FetchedMessage): boolean | 'unknown'
}

export type EdgeState = 'idle' | 'loading' | 'failed'

/** What a list of messages has loaded: one unbroken stretch of them. */
export interface FeedSnapshot {
  ids: readonly number[]
  status: 'loading' | 'ready' | 'failed'
  error: { text: string; code: string } | undefined
  /** Nothing is before the first, nothing after the last. With the latter, arriving messages are appended. */
  hasOldest: boolean
  hasNewest: boolean
  older: EdgeState
  newer: EdgeState
  /** Earlier messages exist, but not for this reader. */
  isLimited: boolean
  /** Where it was opened: the message to show first. Undefined for the end. */
  anchor: number | undefined
  /** Changes when the stretch was replaced, so that the place on screen has to be found anew. */
  opening: number
  /** Ids that were the oldest when older ones were loaded: rows are drawn so that nothing goes across them. */
  pageStarts: ReadonlySet<number>
  /** Arrived while nothing is loaded, because it failed or is under way: shown as long as there is nothing else. */
  late: readonly number[]
}

/** A stretch that was put aside, to be gone back to. */
export type FeedStretch = Pick<FeedSnapshot, 'ids' | 'hasOldest' | 'hasNewest' | 'isLimited' | 'pageStarts'>

export const nothingLoaded: FeedSnapshot = {
  ids: [],
  status: 'loading',
  error: undefined,
  hasOldest: false,
  hasNewest: false,
  older: 'idle',
  newer: 'idle',
  isLimited: false,
  anchor: undefined,
  opening: 0,
  pageStarts: new Set(),
  late: [],
}
